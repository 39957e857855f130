/** Replaces regexparam in the build: wouter imports it, but paths.ts matches our routes. */
export const parse = () => {
  throw new Error('Route patterns are not supported: see paths.ts')
}
