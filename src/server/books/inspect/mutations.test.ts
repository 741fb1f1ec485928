// by day, without those that say atNight
import "#tests/nightly/damaged-files.test.ts";
