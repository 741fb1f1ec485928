// runs the tests of that file that aren't marked atNight
import "#tests/nightly/damaged-files.test.ts";
