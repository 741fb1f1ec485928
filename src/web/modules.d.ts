declare module "*.woff2" {
  const url: string;
  export default url;
}
declare module "*.css";

/** Declares types only for its entry. */
declare module "tus-js-client/lib.esm/browser/index.js" {
  export * from "tus-js-client";
}
