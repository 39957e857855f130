import '@flota/contract/zodConfig.ts'
import { tiempoWords } from '@flota/contract/campos.ts'
import { entregas } from '@flota/contract/entregas.ts'
import { incidenteCausas, tiempoNombres } from '@flota/contract/estados.ts'
import type { Expediente } from '@flota/contract/expedientes.ts'
import { type Incidente, incidentes } from '@flota/contract/incidentes.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import type { Fields } from '../../../../form/FieldSpec.ts'
import { select, textarea, typedMoment, typedText } from '../../../../form/fields.tsx'
import { emptyValues, valuesOf } from '../../../../form/validate.ts'
import type { ExpedienteAsked } from '../expediente/expedienteTexts.ts'

interface Props {
  asked: ExpedienteAsked
  ruta: { id: number; fecha: string }
  expediente: Expediente
  zona: string
  onClose: () => void
}

/** The form of a part of what happened on a trip, in a dialog. */
export function ExpedienteForm(props: Props) {
  const { asked, expediente } = props
  if (asked === 'entrega') return <EntregaForm {...props} />
  if (asked === 'tiempos') return <TiemposForm {...props} />
  const incidente = expediente.incidentes.find(({ id }) => id === asked.incidente)
  return incidente ? <EditarIncidente {...props} incidente={incidente} /> : <NuevoIncidente {...props} />
}

const wide = { className: 'col-span-full' }

const entregaFields = {
  recibio: typedText('Recibió'),
  documento: typedText('Documento'),
  nota: textarea('Nota', { max: 2000, ...wide }),
  sin_evidencia_motivo: typedText('Motivo si no hay evidencia', wide),
} satisfies Fields

const storedOf = (fields: Fields, row: { version: number; actualizado_en: string | null }) => ({
  values: valuesOf(fields, row),
  version: row.version,
  actualizado_en: row.actualizado_en,
})
const read = async (id: number) => (await call('GET /api/rutas/:id/expediente', { params: { id } })).data

function EntregaForm({ ruta: { id }, expediente, onClose }: Props) {
  const update = useSave('PUT /api/rutas/:id/entrega')
  return (
    <DialogForm
      title="Entrega"
      fields={entregaFields}
      schema={entregas.entrega.body}
      stored={storedOf(entregaFields, expediente.entrega)}
      layout="gap-x-4 md:grid-cols-2"
      className="max-w-xl!"
      save={(body) => update({ params: { id }, body })}
      reload={async () => storedOf(entregaFields, (await read(id)).entrega)}
      failed="Error al guardar la entrega"
      told="edit"
      onClose={onClose}
    />
  )
}

function TiemposForm({ ruta: { id, fecha }, expediente, zona, onClose }: Props) {
  const update = useSave('PUT /api/rutas/:id/tiempos')
  const fields = Object.fromEntries(
    tiempoNombres.map((name) => [name, typedMoment(tiempoWords[name], zona, fecha)]),
  ) satisfies Fields
  return (
    <DialogForm
      title="Horas"
      fields={fields}
      schema={entregas.tiempos.body}
      stored={storedOf(fields, expediente.tiempos)}
      layout="gap-x-4 md:grid-cols-2"
      className="max-w-xl!"
      save={(body) => update({ params: { id }, body })}
      reload={async () => storedOf(fields, (await read(id)).tiempos)}
      failed="Error al guardar las horas"
      told="edit"
      onClose={onClose}
    />
  )
}

const incidenteFields = (zona: string, day: string) =>
  ({
    causa: select('Causa', incidenteCausas),
    lugar: typedText('Lugar'),
    desde: typedMoment('Desde', zona, day),
    hasta: typedMoment('Hasta', zona, day),
    nota: textarea('Nota', { max: 2000, ...wide }),
  }) satisfies Fields

function NuevoIncidente({ ruta: { id, fecha }, zona, onClose }: Props) {
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
      failed="Error al guardar el incidente"
      told="success"
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        Sin «Desde», el incidente empieza ahora; sin «Hasta», sigue abierto.
      </p>
    </DialogForm>
  )
}

function EditarIncidente({
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
      stored={storedOf(fields, incidente)}
      layout="gap-x-4 md:grid-cols-2"
      className="max-w-xl!"
      save={(body) => update({ params: { id, iid: incidente.id }, body })}
      reload={async () => {
        const there = (await read(id)).incidentes.find((each) => each.id === incidente.id)
        return there && storedOf(fields, there)
      }}
      failed="Error al guardar el incidente"
      told="edit"
      onClose={onClose}
    />
  )
}
