/** Of whom the company demands a second factor; of a piloto never. No zod: the browser imports it. */
export const exigencias = ['nadie', 'administradores', 'todos'] as const
type Exigencia = (typeof exigencias)[number]

export const exigenciaWords: Record<Exigencia, string> = {
  nadie: 'A nadie',
  administradores: 'A los administradores',
  todos: 'A todos, menos a los pilotos',
}
