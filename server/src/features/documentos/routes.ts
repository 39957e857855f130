import { type DocumentoTipo, documentos, documentoTipos } from '@flota/contract/documents/documentos.ts'
import type { z } from 'zod'
import { companyToday } from '../../platform/clock.ts'
import { type Columns, softDeleteRecord } from '../../platform/db/records.ts'
import { type Db, many, one, sql } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { type App, serveWrite } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { serveRecord } from '../../platform/http/serveRecord.ts'
import { documentosExcel } from './excel.ts'
import { documentosExportQuery, findDocumentos } from './list.ts'
import { findDocumento, insertDocumento, renewDocumento, updateDocumento } from './write.ts'

export function documentosRoutes(app: App, place: ExportContext): void {
  serveRead(app, documentoTipos.list, (db) =>
    many<DocumentoTipo>(
      db,
      sql`select * from documento_tipos_leer where eliminado_en is null
        order by nombre collate es_nombre, id limit 1000`,
    ),
  )
  serveRecord(app, documentoTipos, tipoRecord)

  serveExport(app, documentos.exportar, place, {
    tipo: 'documentos',
    title: 'Documentos',
    find: documentosExportQuery,
    write: documentosExcel,
  })

  const hoy = () => companyToday(place.clock)

  serveRead(app, documentos.list, (db, { query }) => findDocumentos(db, query, hoy()))
  serveRead(app, documentos.show, (db, { params }) => findDocumento(db, params.id, hoy()))
  serveWrite(app, documentos.create, (tx, { body }) => insertDocumento(tx, body, hoy()))
  serveWrite(app, documentos.renew, (tx, { params, body }) => renewDocumento(tx, params.id, body, hoy()))
  serveWrite(app, documentos.update, (tx, { params, body }) => updateDocumento(tx, params.id, body, hoy()))
  serveWrite(app, documentos.remove, async (tx, { params, query, session }) => {
    await softDeleteRecord(tx, 'documentos', params.id, query.version, session.user.id)
    return null
  })
}

type TipoValues = z.output<typeof documentoTipos.create.body>

const tipoColumns = ({ nombre, aplica, obligatorio, dias_aviso, activo }: TipoValues) =>
  ({ nombre, aplica, obligatorio, dias_aviso, activo }) satisfies Columns<TipoValues>

/** @throws {HttpError} 400 if `aplica` changes while the type, whose row is locked, has documents */
const assertSameAplica = async (
  tx: Db,
  { aplica }: TipoValues,
  before: Partial<DocumentoTipo> | undefined,
) => {
  if (!before || before.aplica === aplica) return
  // Counts deleted documents too, because they can be restored.
  const documents = sql`select from documentos where tipo_id = ${before.id} limit 1`
  if (await one(tx, documents))
    throw invalid({ aplica: 'No se puede cambiar: este tipo ya tiene documentos.' })
}

const tipoRecord = {
  tipo: 'documento_tipos',
  columnsOf: tipoColumns,
  lockReferences: assertSameAplica,
} as const
