import { type ExpectedResponse, expectConflict, type ModelState } from './modelState.ts'

/** Returns the highest RUTA- number plus one, or the lowest free one. */
export function nextNumber(world: ModelState): string {
  const numbers = [...world.rutas.values()].flatMap(({ values }) => {
    const digits = /^RUTA-(\d{1,9})$/i.exec(values.no_ruta)?.[1]
    return digits === undefined ? [] : [Number(digits)]
  })
  let next = Math.max(0, ...numbers) + 1
  if (next > 999_999_999)
    next = Array.from({ length: 100 }, (_, i) => i + 1).find((n) => !numbers.includes(n)) ?? 0
  return `RUTA-${String(next).padStart(3, '0')}`
}

/** Returns whether another trip has the number, deleted or not. */
export const numberTaken = (world: ModelState, no_ruta: string, id?: number) =>
  [...world.rutas.values()].some(
    (ruta) => ruta.id !== id && ruta.values.no_ruta.toLowerCase() === no_ruta.toLowerCase(),
  )

/** Returns the error with the next suggestion. If several errors apply, any is accepted. */
export const numberTakenError = (world: ModelState, others: string[] = []): ExpectedResponse => ({
  ...expectConflict(['El número de ruta ya existe', ...others]),
  ...(others.length === 0 && { extraBody: { data: { nextRutaNumber: nextNumber(world) } } }),
})
