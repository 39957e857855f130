import { type AvisoClaseName, claseOf } from '@flota/contract/system/avisoClases.ts'
import type { Sql } from 'sql-template-tag'
import { join, raw } from '../../platform/db/sql.ts'

/** Returns SQL for a notice's id. @param prefix one of the class's forms, or SQL that yields one */
export const noticeId = (clase: AvisoClaseName, ids: readonly Sql[], prefix?: Sql): Sql => {
  const form = claseOf(clase).ids.find(({ parts }) => parts === ids.length)
  if (!form) throw new Error(`Class ${clase} has no id of ${ids.length} parts`)
  return join([prefix ?? raw(`'${form.prefix}'`), ...ids], " || '-' || ")
}

/** Returns SQL for the name of a pilot or helper. */
export const personName = (alias: string) => raw(`trim(concat_ws(' ', ${alias}.nombre, ${alias}.apellido))`)
