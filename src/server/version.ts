import packageFile from "../../package.json" with { type: "json" };

/** The program's version, as `bookclub version` and `/api/health` tell it. */
export const VERSION: string = packageFile.version;
