// by day, without those that say atNight
import "../nightly/power-cuts.test.ts";
