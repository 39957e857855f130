import '@flota/contract/zodConfig.ts'
import {
  documentoChanges,
  documentoRenewal,
  documentoValues,
  type Papel,
} from '@flota/contract/documentos.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { z } from 'zod'
import { useSave } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { emptyValues, valuesOf } from '../../../../form/validate.ts'
import { Archivos } from '../../detail/ArchivosPanel.tsx'
import { isLicencia, type PapelAsked, papelName } from '../documento.ts'
import { DocumentoDialog, papelFields, renewalFields } from './DocumentoDialogForm.tsx'
import { NuevoForm } from './NewDocumentoForm.tsx'
import { LicenciaForm } from './RenewLicenciaForm.tsx'

interface Props {
  asked: PapelAsked
  onClose: () => void
}

/** The form of a paper in a dialog, by what is asked for. */
export function PapelForm({ asked, onClose }: Props) {
  if (asked.what === 'nuevo') return <NuevoForm de={asked.de} onClose={onClose} />
  const { papel } = asked
  if (isLicencia(papel)) return <LicenciaForm papel={papel} onClose={onClose} />
  // Only a paper that is there has an id.
  if (papel.id === null) return <AgregarForm papel={papel} onClose={onClose} />
  const Form = asked.what === 'renovar' ? RenovarForm : EditarForm
  return <Form papel={papel} id={papel.id} onClose={onClose} />
}

interface OneProps {
  papel: Papel
  onClose: () => void
}

/** One that is missing: its type and whose it is are known. */
function AgregarForm({ papel, onClose }: OneProps) {
  const { tipo_id, entidad, entidad_id } = papel
  const create = useSave('POST /api/documentos')
  return (
    <DocumentoDialog
      title={`Agregar ${papelName(papel)}`}
      fields={papelFields}
      schema={z.preprocess(
        (sent) => ({ ...(sent as object), tipo_id, entidad, entidad_id }),
        documentoValues,
      )}
      stored={{ values: emptyValues(papelFields), version: undefined }}
      save={(body, idempotencyKey) => create({ body, idempotencyKey })}
      failed="Error al guardar el documento"
      onClose={onClose}
    />
  )
}

type ThereProps = OneProps & { id: number }

const read = async (id: number) => (await call('GET /api/documentos/:id', { params: { id } })).data

/** The number is offered as it was; the dates are new, and the end is needed where there was one. */
function RenovarForm({ papel, id, onClose }: ThereProps) {
  const renew = useSave('POST /api/documentos/:id/renovar')
  const ends = papel.vence !== null
  const fields = {
    ...renewalFields,
    vence: {
      ...renewalFields.vence,
      required: ends,
      wrong: (vence: string) => (ends && vence.trim() === '' ? sentences.required : undefined),
    },
  }
  const storedOf = ({ numero, version, actualizado_en }: Papel) => ({
    values: { ...emptyValues(fields), numero: numero ?? '' },
    version: version ?? undefined,
    actualizado_en,
  })
  return (
    <DocumentoDialog
      title={`Renovar ${papelName(papel)}`}
      fields={fields}
      schema={documentoRenewal}
      stored={storedOf(papel)}
      save={(body, idempotencyKey) => renew({ params: { id }, body, idempotencyKey })}
      reload={async () => storedOf(await read(id))}
      failed="Error al renovar el documento"
      onClose={onClose}
    />
  )
}

function EditarForm({ papel, id, onClose }: ThereProps) {
  const update = useSave('PUT /api/documentos/:id')
  const storedOf = (row: Papel) => ({
    values: valuesOf(papelFields, row),
    version: row.version ?? undefined,
    actualizado_en: row.actualizado_en,
  })
  return (
    <DialogForm
      title={`Editar ${papelName(papel)}`}
      fields={papelFields}
      schema={documentoChanges}
      stored={storedOf(papel)}
      save={(body) => update({ params: { id }, body })}
      reload={async () => storedOf(await read(id))}
      failed="Error al actualizar el documento"
      told="edit"
      onClose={onClose}
    >
      <section aria-label="Archivos" className="grid gap-2">
        <p aria-hidden="true" className="font-semibold">
          Archivos
        </p>
        <Archivos entidad="documentos" id={id} />
      </section>
    </DialogForm>
  )
}
