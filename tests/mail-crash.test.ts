// by day, without those that say atNight
import "./nightly/mail-crash.test.ts";
