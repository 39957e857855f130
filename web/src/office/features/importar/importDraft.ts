import type { VistaPrevia } from '@flota/contract/importar.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { type DuplicadosModo, importLimits } from '@flota/contract/importarWords.ts'

/** Of each field the letter of its column, or '=' and a text that holds for every row. */
export type ColumnSources = Readonly<Record<string, string>>

/** A file that is to be brought in, and what was said of it so far. */
export interface ImportDraft {
  tipo: ImportTipo
  file: File
  /** Tells one choice of a file from the next, and one of its sheets from another. */
  id: number
  /** Undefined for the first one. */
  hoja: string | undefined
  /** Null while the headings say it. */
  sources: ColumnSources | null
  /** Of the file before this one, whose sources hold as long as its columns are the same. */
  columns: string | null
  duplicados: DuplicadosModo
}

let fileChoices = 0
export const nextId = () => {
  fileChoices += 1
  return fileChoices
}

/** What is asked of the file's rows. */
export const importQuery = ({ file, hoja, sources, duplicados }: ImportDraft) => ({
  duplicados,
  columnas: sources ? JSON.stringify(sources) : undefined,
  hoja,
  nombre: [...file.name].slice(0, importLimits.maxShownCharacters).join(''),
})

/** The same where the same would be answered. */
export const draftKey = (work: ImportDraft) => JSON.stringify([work.id, work.tipo, importQuery(work)])

/** The same where two sheets have the same columns. */
export const columnsKey = ({ columnas }: VistaPrevia) =>
  JSON.stringify(columnas.map(({ columna, titulo }) => [columna, titulo]))

/** Which field each column is read as: what was chosen, else what the headings say. */
export const effectiveSources = ({ sources }: ImportDraft, { columnas }: VistaPrevia): ColumnSources =>
  sources ??
  Object.fromEntries(columnas.flatMap(({ campo, columna }) => (campo === null ? [] : [[campo, columna]])))

/** With `campo` read of `columna`, which is read as nothing else; '' brings it no more. */
export function withColumn(sources: ColumnSources, columna: string, campo: string): ColumnSources {
  const others = Object.entries(sources).filter(([, where]) => where !== columna)
  return Object.fromEntries(campo ? [...others.filter(([each]) => each !== campo), [campo, columna]] : others)
}

/** With one value for all rows; an empty one is none. */
export function withValue(sources: ColumnSources, campo: string, text: string): ColumnSources {
  const others = Object.entries(sources).filter(([each]) => each !== campo)
  return Object.fromEntries(text ? [...others, [campo, `=${text}`]] : others)
}

/** A letter, not a value for all rows. */
export const isColumn = (where: string | undefined) => where !== undefined && !where.startsWith('=')
