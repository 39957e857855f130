import { changesOrder } from '@flota/contract/core/changes.ts'
import { type RawInput, readValue } from '@flota/contract/core/endpoint.ts'
import { moment } from '@flota/contract/core/values.ts'

/** Where a list of changes continues. Texts of moments in UTC keep the database's microseconds. */
export interface ChangePosition {
  /** Rows that changed at this moment or later. */
  desde: string
  /** Of the rows of exactly this moment, only those with a higher id. */
  id: number
  /** The last page gives no later moment than this one, which an earlier page saw. */
  hasta?: string
}

/** Returns the text of a position within a run. */
export const changePositionText = ({ desde, id, hasta = desde }: ChangePosition): string =>
  [desde, id, hasta].join('_')

const storedMoment = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z`
const positionText = new RegExp(`^(?<desde>${storedMoment})_(?<id>\\d{1,9})_(?<hasta>${storedMoment})$`)

/** Reads a moment, or the `siguiente` of an earlier page. @returns undefined if it is neither */
export function parseChangePosition(text: string): ChangePosition | undefined {
  const { desde = '', id, hasta = '' } = positionText.exec(text)?.groups ?? {}
  if ([desde, hasta].every((each) => moment().safeParse(each).success))
    return { desde, id: Number(id), hasta }
  const { data } = moment().safeParse(text)
  return data === undefined ? undefined : { desde: data, id: 0 }
}

/** Returns errors of a query that would leave rows out: another order, or an offset while rows move to the end. */
export function findChangesErrors({ query }: RawInput): Record<string, string> {
  const isByChange = readValue(query, 'orden') === changesOrder
  const since = readValue(query, 'actualizado_desde')
  const page = readValue(query, 'pagina')
  const errors: Record<string, string> = {}
  if (typeof since === 'string' && since !== '') {
    const text = since.trim()
    const problem = parseChangePosition(text) ? undefined : moment().safeParse(text).error?.issues[0]?.message
    if (problem !== undefined) errors.actualizado_desde = problem
    if (!isByChange) errors.actualizado_desde = `Úsalo junto con orden=${changesOrder}.`
  }
  if (isByChange && typeof page === 'string' && page !== '' && page !== '1')
    errors.pagina = 'Pide lo que sigue con actualizado_desde y el texto de paginacion.siguiente.'
  return errors
}
