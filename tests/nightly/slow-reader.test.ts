import { testSlowReader } from "./slow-reader.ts";

await testSlowReader({ rate: 4, reducedMotion: true });
await testSlowReader({ rate: 6, reducedMotion: false });
