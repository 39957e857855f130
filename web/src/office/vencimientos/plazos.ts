import type { Papel } from '../parts/papel.ts'

/** What narrows the list by one press, in the order of the buttons. */
export const plazos = {
  '': 'Todos',
  vencido: 'Vencido',
  '7-dias': '≤ 7 días',
  '15-dias': '≤ 15 días',
  '30-dias': '≤ 30 días',
  falta: 'Falta',
} as const
export type Plazo = keyof typeof plazos

/** Which papers end within so many days from today; undefined where the server tells them by their state. */
export function endsWithin(plazo: Plazo): ((papel: Papel) => boolean) | undefined {
  const most = Number.parseInt(plazo, 10)
  if (Number.isNaN(most)) return undefined
  return ({ dias }) => dias !== null && dias >= 0 && dias <= most
}
