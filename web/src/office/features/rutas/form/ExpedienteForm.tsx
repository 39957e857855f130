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
  /** Page of the record's incidents. */
  pagina: number
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

const dialogLooks = { layout: 'gap-x-4 md:grid-cols-2', className: 'max-w-xl!' }

interface StoredRow {
  version: number
  actualizado_en: string | null
}

/** Returns the form props of a part of the trip's record; `partOf` finds it in the latest record. */
function partProps<Row extends StoredRow>(
  { ruta, pagina }: Pick<Props, 'ruta' | 'pagina'>,
  fields: Fields,
  part: Row,
  partOf: (latest: Expediente) => Row | undefined,
) {
  const storedOf = (row: Row) => ({ ...row, values: valuesOf(fields, row) })
  return {
    ...dialogLooks,
    fields,
    stored: storedOf(part),
    reload: async () => {
      const { data } = await call('GET /api/rutas/:id/expediente', {
        params: { id: ruta.id },
        query: { pagina },
      })
      const latest = partOf(data)
      return latest && storedOf(latest)
    },
    resultType: 'edit' as const,
  }
}

function EntregaForm(props: Props) {
  const { ruta, expediente, onClose } = props
  const update = useSave('PUT /api/rutas/:id/entrega')
  return (
    <DialogForm
      {...partProps(props, entregaFields, expediente.entrega, ({ entrega }) => entrega)}
      title="Entrega"
      schema={entregas.entrega.body}
      save={(body) => update({ params: { id: ruta.id }, body })}
      errorTitle="Error al guardar la entrega"
      onClose={onClose}
    />
  )
}

function TiemposForm(props: Props) {
  const { ruta, expediente, zona, onClose } = props
  const update = useSave('PUT /api/rutas/:id/tiempos')
  const fields = Object.fromEntries(
    tiempoNombres.map((name) => [name, momentField(tiempoWords[name], zona, ruta.fecha)]),
  ) satisfies Fields
  return (
    <DialogForm
      {...partProps(props, fields, expediente.tiempos, ({ tiempos }) => tiempos)}
      title="Horas"
      schema={entregas.tiempos.body}
      save={(body) => update({ params: { id: ruta.id }, body })}
      errorTitle="Error al guardar las horas"
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
      {...dialogLooks}
      title="Nuevo incidente"
      fields={fields}
      schema={incidentes.create.body}
      stored={{ values: emptyValues(fields), version: undefined }}
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

function EditIncidentForm({ incidente, ...props }: Props & { incidente: Incidente }) {
  const { ruta, zona, onClose } = props
  const { id: iid, causa } = incidente
  const update = useSave('PUT /api/rutas/:id/incidentes/:iid')
  return (
    <DialogForm
      {...partProps(props, incidenteFields(zona, ruta.fecha), incidente, ({ incidentes: all }) =>
        all.find(({ id }) => id === iid),
      )}
      title={`Incidente: ${causa}`}
      schema={incidentes.update.body}
      save={(body) => update({ params: { id: ruta.id, iid }, body })}
      errorTitle="Error al guardar el incidente"
      onClose={onClose}
    />
  )
}
