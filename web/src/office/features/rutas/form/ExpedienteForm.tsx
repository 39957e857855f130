import '@flota/contract/core/zodConfig.ts'
import { tiempoWords } from '@flota/contract/records/campos.ts'
import { incidenteCausas, tiempoNombres } from '@flota/contract/records/estados.ts'
import { entregas } from '@flota/contract/trips/entregas.ts'
import type { Expediente } from '@flota/contract/trips/expedientes.ts'
import { type Incidente, incidentes } from '@flota/contract/trips/incidentes.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import type { Fields } from '../../../../form/FieldSpec.ts'
import { momentField, selectField, textareaField, textField } from '../../../../form/fields.tsx'
import { emptyValues, valuesOf } from '../../../../form/validate.ts'
import type { ExpedienteFormRequest } from '../expediente/expedienteTexts.ts'

interface Props {
  request: ExpedienteFormRequest
  ruta: { id: number; fecha: string }
  expediente: Expediente
  zona: string
  onClose: () => void
}

export function ExpedienteForm(props: Props) {
  const { request, expediente } = props
  if (request === 'entrega') return <EntregaForm {...props} />
  if (request === 'tiempos') return <TiemposForm {...props} />
  const incidente = expediente.incidentes.find(({ id }) => id === request.incidente)
  return incidente ? <EditIncidentForm {...props} incidente={incidente} /> : <NewIncidentForm {...props} />
}

const wideLayout = { className: 'col-span-full' }

const entregaFields = {
  recibio: textField('Recibió'),
  documento: textField('Documento'),
  nota: textareaField('Nota', { max: 2000, ...wideLayout }),
  sin_evidencia_motivo: textField('Motivo si no hay evidencia', wideLayout),
} satisfies Fields

const toStoredRecord = (fields: Fields, row: { version: number; actualizado_en: string | null }) => ({
  values: valuesOf(fields, row),
  version: row.version,
  actualizado_en: row.actualizado_en,
})
const readExpediente = async (id: number) =>
  (await call('GET /api/rutas/:id/expediente', { params: { id } })).data

function EntregaForm({ ruta: { id }, expediente, onClose }: Props) {
  const update = useSave('PUT /api/rutas/:id/entrega')
  return (
    <DialogForm
      title="Entrega"
      fields={entregaFields}
      schema={entregas.entrega.body}
      stored={toStoredRecord(entregaFields, expediente.entrega)}
      layout="gap-x-4 md:grid-cols-2"
      className="max-w-xl!"
      save={(body) => update({ params: { id }, body })}
      reload={async () => toStoredRecord(entregaFields, (await readExpediente(id)).entrega)}
      errorTitle="Error al guardar la entrega"
      resultType="edit"
      onClose={onClose}
    />
  )
}

function TiemposForm({ ruta: { id, fecha }, expediente, zona, onClose }: Props) {
  const update = useSave('PUT /api/rutas/:id/tiempos')
  const fields = Object.fromEntries(
    tiempoNombres.map((name) => [name, momentField(tiempoWords[name], zona, fecha)]),
  ) satisfies Fields
  return (
    <DialogForm
      title="Horas"
      fields={fields}
      schema={entregas.tiempos.body}
      stored={toStoredRecord(fields, expediente.tiempos)}
      layout="gap-x-4 md:grid-cols-2"
      className="max-w-xl!"
      save={(body) => update({ params: { id }, body })}
      reload={async () => toStoredRecord(fields, (await readExpediente(id)).tiempos)}
      errorTitle="Error al guardar las horas"
      resultType="edit"
      onClose={onClose}
    />
  )
}

const incidenteFields = (zona: string, day: string) =>
  ({
    causa: selectField('Causa', incidenteCausas),
    lugar: textField('Lugar'),
    desde: momentField('Desde', zona, day),
    hasta: momentField('Hasta', zona, day),
    nota: textareaField('Nota', { max: 2000, ...wideLayout }),
  }) satisfies Fields

function NewIncidentForm({ ruta: { id, fecha }, zona, onClose }: Props) {
  const create = useSave('POST /api/rutas/:id/incidentes')
  const fields = incidenteFields(zona, fecha)
  return (
    <DialogForm
      title="Nuevo incidente"
      fields={fields}
      schema={incidentes.create.body}
      stored={{ values: emptyValues(fields), version: undefined }}
      layout="gap-x-4 md:grid-cols-2"
      className="max-w-xl!"
      save={(body, idempotencyKey) => create({ params: { id }, body, idempotencyKey })}
      errorTitle="Error al guardar el incidente"
      resultType="success"
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        Sin «Desde», el incidente empieza ahora; sin «Hasta», sigue abierto.
      </p>
    </DialogForm>
  )
}

function EditIncidentForm({
  ruta: { id, fecha },
  incidente,
  zona,
  onClose,
}: Props & { incidente: Incidente }) {
  const update = useSave('PUT /api/rutas/:id/incidentes/:iid')
  const fields = incidenteFields(zona, fecha)
  return (
    <DialogForm
      title={`Incidente: ${incidente.causa}`}
      fields={fields}
      schema={incidentes.update.body}
      stored={toStoredRecord(fields, incidente)}
      layout="gap-x-4 md:grid-cols-2"
      className="max-w-xl!"
      save={(body) => update({ params: { id, iid: incidente.id }, body })}
      reload={async () => {
        const latest = (await readExpediente(id)).incidentes.find((each) => each.id === incidente.id)
        return latest && toStoredRecord(fields, latest)
      }}
      errorTitle="Error al guardar el incidente"
      resultType="edit"
      onClose={onClose}
    />
  )
}
