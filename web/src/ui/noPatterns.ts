/** Stands in for regexparam (vite.config.ts): wouter parses patterns of routes, and paths.ts reads ours. */
export const parse = () => {
  throw new Error('paths.ts reads addresses')
}
