import type { VistaPrevia } from '@flota/contract/imports/importar.ts'
import { type ImportTipo, importCampos } from '@flota/contract/imports/importarCampos.ts'
import { importLimits } from '@flota/contract/imports/importarWords.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import type { FieldValue, ImportRow, RowDecision } from './importRow.ts'
import { splitName } from './rowSchemas.ts'
import { truncate } from './summary.ts'

type ShownValues = Record<string, FieldValue>

/** Returns the cells' values by field, a full name in its two parts. */
function parsedFields({ parsed }: ImportRow): ShownValues {
  const { nombre_completo, ...rest } = parsed
  if (typeof nombre_completo !== 'string') return rest
  const [nombre, apellido] = splitName(nombre_completo)
  return { nombre, apellido, ...rest }
}

const shownValue = (valor: FieldValue | undefined): FieldValue =>
  typeof valor === 'string' ? truncate(valor) : (valor ?? null)

/** Returns the fields to store, with the names of referenced records instead of ids. */
function previewFields(tipo: ImportTipo, { row, accion, valores, nombres }: RowDecision): ShownValues {
  const parsed = parsedFields(row)
  const campos = Object.keys(importCampos[tipo]).filter((campo) => campo !== 'nombre_completo')
  const shownCampos = accion === 'nueva' ? campos : campos.filter((campo) => campo in parsed)
  const stored = row.errors.length === 0 && row.rowErrors.length === 0 ? valores : {}
  // POST accepts the name of a trip's client too, so that it is a field without a value.
  const readValue = (campo: string) =>
    campo in stored && (accion !== 'error' || stored[campo] != null) ? stored[campo] : parsed[campo]
  return Object.fromEntries(
    shownCampos.map((campo) => [campo, shownValue(nombres[campo] ?? readValue(campo))]),
  )
}

/** Returns the stored values that a row changes. */
function changedFields({ row, valores, existing }: RowDecision): ShownValues {
  const stored = existing?.valores ?? {}
  const changed = Object.keys(row.parsed).filter(
    (campo) => campo in stored && stored[campo] !== valores[campo],
  )
  return Object.fromEntries(changed.map((campo) => [campo, shownValue(stored[campo])]))
}

type Change = NonNullable<VistaPrevia['vista'][number]['cambio']>

/** Returns the last change of each record after a moment. */
async function findChanges(
  db: Db,
  tipo: ImportTipo,
  ids: readonly number[],
  since: string,
): Promise<Map<number, Change>> {
  const rows = await many<Change & { id: number }>(
    db,
    sql`select distinct on (registro_id) registro_id as id, coalesce(usuario, '') as usuario, momento as en
      from bitacora where tipo = ${tipo} and registro_id = any(${ids}::int[]) and momento > ${since}::timestamptz
      order by registro_id, momento desc, bitacora.id desc`,
  )
  return new Map(rows.map(({ id, ...change }) => [id, change]))
}

/** Returns the preview of the first rows. @param since when the file was last changed */
export async function previewRows(
  db: Db,
  tipo: ImportTipo,
  decisions: readonly RowDecision[],
  since: string | undefined,
): Promise<VistaPrevia['vista']> {
  const shown = decisions.slice(0, importLimits.maxPreviewRows)
  const ids = shown.flatMap(({ accion, existing }) =>
    accion === 'cambiada' && existing ? [existing.id] : [],
  )
  const changes =
    since === undefined || ids.length === 0
      ? new Map<number, Change>()
      : await findChanges(db, tipo, ids, since)
  return shown.map((decision) => {
    const row = { fila: decision.row.fila, accion: decision.accion, valores: previewFields(tipo, decision) }
    if (decision.accion !== 'cambiada') return row
    const cambio = changes.get(decision.existing?.id ?? 0)
    return { ...row, antes: changedFields(decision), ...(cambio && { cambio }) }
  })
}
