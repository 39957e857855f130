import type { VistaPrevia } from '@flota/contract/importar.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { type DuplicadosModo, importLimits } from '@flota/contract/importarWords.ts'

/** Column letter per field, or '=' and a value for all rows. */
export type ColumnSources = Readonly<Record<string, string>>

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
}

let fileChoices = 0
export const nextId = () => {
  fileChoices += 1
  return fileChoices
}

export const importQuery = ({ file, hoja, sources, duplicados }: ImportDraft) => ({
  duplicados,
  columnas: sources ? JSON.stringify(sources) : undefined,
  hoja,
  nombre: [...file.name].slice(0, importLimits.maxShownCharacters).join(''),
})

/** Identifies a request: equal keys get equal answers. */
export const draftKey = (draft: ImportDraft) => JSON.stringify([draft.id, draft.tipo, importQuery(draft)])

/** Equal for sheets with the same columns. */
export const columnsKey = ({ columnas }: VistaPrevia) =>
  JSON.stringify(columnas.map(({ columna, titulo }) => [columna, titulo]))

/** Returns the user's mapping, else the one read from the headings. */
export const effectiveSources = ({ sources }: ImportDraft, { columnas }: VistaPrevia): ColumnSources =>
  sources ??
  Object.fromEntries(columnas.flatMap(({ campo, columna }) => (campo === null ? [] : [[campo, columna]])))

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
