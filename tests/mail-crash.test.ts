// runs the tests of that file that aren't marked atNight
import "./nightly/mail-crash.test.ts";
