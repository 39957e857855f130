/** Replaces regexparam in the build: wouter imports it, but shell/paths.ts matches the routes. */
export const parse = () => {
  throw new Error('Route patterns are not supported: see shell/paths.ts')
}
