// by day, without those that say atNight
import "./nightly/random-calls.test.ts";
