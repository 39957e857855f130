/** Users of whom the company requires a second factor. Pilots never need one. No zod: the web imports it. */
export const exigencias = ['nadie', 'administradores', 'todos'] as const
type Exigencia = (typeof exigencias)[number]

export const exigenciaWords: Record<Exigencia, string> = {
  nadie: 'A nadie',
  administradores: 'A los administradores',
  todos: 'A todos, menos a los pilotos',
}
