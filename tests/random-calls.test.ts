// runs the tests of that file that aren't marked atNight
import "./nightly/random-calls.test.ts";
