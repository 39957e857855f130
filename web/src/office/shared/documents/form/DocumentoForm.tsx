import '@flota/contract/core/zodConfig.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import {
  documentoChanges,
  documentoRenewal,
  documentoValues,
  type Papel,
} from '@flota/contract/documents/documentos.ts'
import { z } from 'zod'
import { useSave } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { emptyValues, valuesOf } from '../../../../form/validate.ts'
import { ArchivosPanel } from '../../detail/ArchivosPanel.tsx'
import { type DocumentoAction, documentoName, isLicencia } from '../documento.ts'
import {
  CreateDocumentoForm,
  DocumentoDialogForm,
  documentoFields,
  renewalFields,
} from './DocumentoDialogForm.tsx'
import { NewDocumentoForm } from './NewDocumentoForm.tsx'
import { RenewLicenciaForm } from './RenewLicenciaForm.tsx'

export function DocumentoForm({ action, onClose }: { action: DocumentoAction; onClose: () => void }) {
  if (action.what === 'nuevo') return <NewDocumentoForm owner={action.de} onClose={onClose} />
  const { papel } = action
  if (isLicencia(papel)) return <RenewLicenciaForm papel={papel} onClose={onClose} />
  // Only stored documents have an id.
  if (papel.id === null) return <AddDocumentoForm papel={papel} onClose={onClose} />
  const Form = action.what === 'renovar' ? RenewDocumentoForm : EditDocumentoForm
  return <Form papel={papel} id={papel.id} onClose={onClose} />
}

interface DocumentoProps {
  papel: Papel
  onClose: () => void
}

/** Adds a missing document, whose type and owner are fixed. */
function AddDocumentoForm({ papel, onClose }: DocumentoProps) {
  const { tipo_id, entidad, entidad_id } = papel
  return (
    <CreateDocumentoForm
      title={`Agregar ${documentoName(papel)}`}
      fields={documentoFields}
      schema={z.preprocess(
        (values) => ({ ...(values as object), tipo_id, entidad, entidad_id }),
        documentoValues,
      )}
      onClose={onClose}
    />
  )
}

type StoredDocumentoProps = DocumentoProps & { id: number }

const readDocumento = async (id: number) => (await call('GET /api/documentos/:id', { params: { id } })).data

/** Prefills the number but not the dates. Requires an expiry date if the old document had one. */
function RenewDocumentoForm({ papel, id, onClose }: StoredDocumentoProps) {
  const renew = useSave('POST /api/documentos/:id/renovar')
  const ends = papel.vence !== null
  const fields = {
    ...renewalFields,
    vence: {
      ...renewalFields.vence,
      required: ends,
      validate: (vence: string) => (ends && vence.trim() === '' ? sentences.required : undefined),
    },
  }
  const storedOf = ({ numero, version, actualizado_en }: Papel) => ({
    values: { ...emptyValues(fields), numero: numero ?? '' },
    version: version ?? undefined,
    actualizado_en,
  })
  return (
    <DocumentoDialogForm
      title={`Renovar ${documentoName(papel)}`}
      fields={fields}
      schema={documentoRenewal}
      stored={storedOf(papel)}
      save={(body, idempotencyKey) => renew({ params: { id }, body, idempotencyKey })}
      reload={async () => storedOf(await readDocumento(id))}
      errorTitle="Error al renovar el documento"
      onClose={onClose}
    />
  )
}

function EditDocumentoForm({ papel, id, onClose }: StoredDocumentoProps) {
  const update = useSave('PUT /api/documentos/:id')
  const storedOf = (row: Papel) => ({
    values: valuesOf(documentoFields, row),
    version: row.version ?? undefined,
    actualizado_en: row.actualizado_en,
  })
  return (
    <DialogForm
      title={`Editar ${documentoName(papel)}`}
      fields={documentoFields}
      schema={documentoChanges}
      stored={storedOf(papel)}
      save={(body) => update({ params: { id }, body })}
      reload={async () => storedOf(await readDocumento(id))}
      errorTitle="Error al actualizar el documento"
      resultType="edit"
      onClose={onClose}
    >
      <section aria-label="Archivos" className="grid gap-2">
        <p aria-hidden="true" className="font-semibold">
          Archivos
        </p>
        <ArchivosPanel entidad="documentos" id={id} />
      </section>
    </DialogForm>
  )
}
