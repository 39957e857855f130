/** Of whom the company demands a second factor; of a piloto never. No zod: the browser imports it. */
export const exigencias = ['nadie', 'administradores', 'todos'] as const
