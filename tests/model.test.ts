// by day, without those that say atNight
import "./nightly/model.test.ts";
