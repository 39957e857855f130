import type { VistaPrevia } from '@flota/contract/imports/importar.ts'
import { type ImportTipo, missingCampos } from '@flota/contract/imports/importarCampos.ts'
import { type DuplicadosModo, importLimits, notUpdatedTexts } from '@flota/contract/imports/importarWords.ts'
import type { NameChoice } from '@flota/contract/imports/nombres.ts'
import { useLayoutEffect, useState } from 'react'
import { getSession, lastSessionEnd, useSession } from '../../../api/session.ts'

/** Column letter per field, or '=' and a value for all rows. */
export type ColumnSources = Readonly<Record<string, string>>

/** What the user decided about a name of the sheet that no record has. */
export interface NameDecision {
  campo: string
  valor: string
  filas: number
  choice: NameChoice
  /** Name of the chosen record. */
  nombre: string
}

/** A chosen file and the options set for it. */
export interface ImportDraft {
  tipo: ImportTipo
  file: File
  /** Changes with every choice of a file, a sheet or a type. */
  id: number
  /** Undefined for the first sheet. */
  hoja: string | undefined
  /** Null while the headings determine the mapping. */
  sources: ColumnSources | null
  /** columnsKey of the previous file: its `sources` apply to a file with the same columns. */
  columns: string | null
  duplicados: DuplicadosModo
  nombres: readonly NameDecision[]
  /** Required fields that stay empty. */
  sin: readonly string[]
  /** Leaves total rows and repeated headings out. */
  skipsTotals: boolean
  /** Undefined: the server's default. */
  combinadas: 'si' | 'no' | undefined
}

let fileChoices = 0
const nextId = () => {
  fileChoices += 1
  return fileChoices
}

export const importQuery = ({ file, hoja, sources, duplicados, ...options }: ImportDraft) => ({
  duplicados,
  columnas: sources ? JSON.stringify(sources) : undefined,
  hoja,
  nombre: [...file.name].slice(0, importLimits.maxShownCharacters).join(''),
  sin: options.sin.length > 0 ? JSON.stringify(options.sin) : undefined,
  totales: options.skipsTotals ? undefined : ('no' as const),
  combinadas: options.combinadas,
  fecha_archivo: new Date(file.lastModified).toISOString(),
})

/** Returns the JSON of `nombres`; undefined without decisions. */
export function nombresJson({ nombres }: ImportDraft): string | undefined {
  if (nombres.length === 0) return undefined
  const byCampo = Map.groupBy(nombres, ({ campo }) => campo)
  return JSON.stringify(
    Object.fromEntries(
      [...byCampo].map(([campo, decisions]) => [
        campo,
        Object.fromEntries(decisions.map(({ valor, choice }) => [valor, choice])),
      ]),
    ),
  )
}

/** Identifies a request: equal keys get equal answers. */
export const draftKey = (draft: ImportDraft) =>
  JSON.stringify([draft.id, draft.tipo, importQuery(draft), nombresJson(draft)])

/** Replaces earlier decisions about the same names. */
export const withDecisions = (
  before: readonly NameDecision[],
  decisions: readonly NameDecision[],
): NameDecision[] => [
  ...before.filter(
    (old) => !decisions.some(({ campo, valor }) => campo === old.campo && valor === old.valor),
  ),
  ...decisions,
]

/** Equal for sheets with the same columns. */
export const columnsKey = ({ columnas }: Pick<VistaPrevia, 'columnas'>) =>
  JSON.stringify(columnas.map(({ columna, titulo }) => [columna, titulo]))

/** Returns the user's mapping, else the one read from the headings or remembered. */
export function effectiveSources({ sources, tipo }: ImportDraft, data: VistaPrevia): ColumnSources {
  if (sources) return sources
  const columns = Object.fromEntries(
    data.columnas.flatMap(({ campo, columna }) => (campo === null ? [] : [[campo, columna]])),
  )
  return data.recordado ? { ...rememberedValues(tipo, columns, data), ...columns } : columns
}

/** Returns the remembered values for all rows: fields without a column that are not missing. */
function rememberedValues(tipo: ImportTipo, columns: ColumnSources, { faltan, vista }: VistaPrevia) {
  const filled = missingCampos(tipo, (campo) => campo in columns).filter((campo) => !faltan.includes(campo))
  return Object.fromEntries(
    filled.flatMap((campo) => {
      const row = vista.find(({ valores }) => (valores[campo] ?? null) !== null)
      return row ? [[campo, `=${row.valores[campo]}`]] : []
    }),
  )
}

/** Maps `campo` to `columna` only; an empty `campo` removes the column. */
export function withColumn(sources: ColumnSources, columna: string, campo: string): ColumnSources {
  const others = Object.entries(sources).filter(([, where]) => where !== columna)
  return Object.fromEntries(campo ? [...others.filter(([each]) => each !== campo), [campo, columna]] : others)
}

/** Sets one value for all rows; an empty text removes it. */
export function withValue(sources: ColumnSources, campo: string, text: string): ColumnSources {
  const others = Object.entries(sources).filter(([each]) => each !== campo)
  return Object.fromEntries(text ? [...others, [campo, `=${text}`]] : others)
}

/** Tells a column letter from a value for all rows. */
export const isColumn = (where: string | undefined) => where !== undefined && !where.startsWith('=')

/** Draft of an expired session, restored when the same user logs in again. */
let draftOfEndedSession: { username: string; draft: ImportDraft } | null = null

const newDraft = (tipo: ImportTipo, file: File): ImportDraft => ({
  tipo,
  file,
  id: nextId(),
  hoja: undefined,
  sources: null,
  columns: null,
  duplicados: 'error',
  nombres: [],
  sin: [],
  skipsTotals: true,
  combinadas: undefined,
})

const forTipo = (draft: ImportDraft, tipo: ImportTipo): ImportDraft => ({
  ...draft,
  tipo,
  id: nextId(),
  sources: null,
  columns: null,
  duplicados: notUpdatedTexts[tipo] && draft.duplicados === 'actualizar' ? 'error' : draft.duplicados,
  nombres: [],
  sin: [],
})

/** Holds the chosen file in memory only, null until the user chooses one. */
export function useImportDraft(tipo: ImportTipo | undefined) {
  const username = useSession()?.user.username ?? ''
  const [draft, setDraft] = useState(() =>
    draftOfEndedSession?.username === username ? draftOfEndedSession.draft : null,
  )
  if (draft && tipo && draft.tipo !== tipo) setDraft(forTipo(draft, tipo))
  useLayoutEffect(
    () => () => {
      const ended = getSession() === null && lastSessionEnd() === 'expired'
      draftOfEndedSession = ended && draft ? { username, draft } : null
    },
    [draft, username],
  )
  const change = (part: Partial<ImportDraft>) => setDraft((before) => before && { ...before, ...part })
  return {
    draft,
    change,
    /** Keeps the mapping if the new file has the same columns. */
    choose: (file: File, columns: string | null) =>
      setDraft((before) => {
        if (!tipo) return before
        const fresh = newDraft(tipo, file)
        return before ? { ...before, file, id: fresh.id, columns: columns ?? before.columns } : fresh
      }),
    /** Keeps mapping and decisions; the mapping applies only to a sheet with these columns. */
    chooseSheet: (hoja: string, columns: string) => change({ hoja, id: nextId(), columns }),
    /** Opens a draft again for another sheet of its file. */
    reopen: (before: ImportDraft, hoja: string) => setDraft({ ...before, hoja, id: nextId() }),
    drop: () => setDraft(null),
  }
}
