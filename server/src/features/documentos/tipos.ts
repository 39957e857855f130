import type { DocumentoTipo, documentoTipos } from '@flota/contract/documentos.ts'
import type { z } from 'zod'
import type { Columns } from '../../platform/db/records.ts'
import { type Db, many, one, sql } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/http/errors.ts'

type Values = z.output<typeof documentoTipos.create.body>

export const findTipos = (db: Db) =>
  many<DocumentoTipo>(
    db,
    sql`select * from documento_tipos_leer where eliminado_en is null order by nombre collate es_nombre, id`,
  )

const columnsOf = ({ nombre, aplica, obligatorio, dias_aviso, activo }: Values) =>
  ({ nombre, aplica, obligatorio, dias_aviso, activo }) satisfies Columns<Values>

/** In the transaction that writes it; papers that are being made for it wait. */
const lockReferences = async (tx: Db, { aplica }: Values, before: Partial<DocumentoTipo> | undefined) => {
  if (!before || before.aplica === aplica) return
  // Those in the bin too, which may come back.
  const papers = sql`select from documentos where tipo_id = ${before.id} limit 1`
  if (await one(tx, papers)) throw invalid({ aplica: 'No se puede cambiar: este tipo ya tiene documentos.' })
}

export const tipoRecord = { tipo: 'documento_tipos', columnsOf, hold: lockReferences } as const
