import '@flota/contract/zodConfig.ts'
import { isRealDate } from '@flota/contract/calendar.ts'
import { rutaEstados } from '@flota/contract/estados.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { bodyId, date, hour, optionalText } from '@flota/contract/values.ts'
import { useState } from 'react'
import { z } from 'zod'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import { useSession } from '../../../../api/session.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { DialogLoading } from '../../../../form/DialogLoading.tsx'
import type { FieldSpec, Form } from '../../../../form/FieldSpec.ts'
import { select, TextInput, typedDate, typedHour, typedText } from '../../../../form/fields.tsx'
import { parseHora } from '../../../../form/parseInput.ts'
import { choice } from '../../../../form/recordField.tsx'
import { sources } from '../../../../form/recordPicker/recordSources.ts'
import { idIn, textIn } from '../../../../form/validate.ts'
import { mayExcept, motivo } from '../../../../trip/office/exceptionReason.ts'
import { Avisos } from '../../../../trip/office/TripWarnings.tsx'
import { type PlannedViaje, revisionKey, useRevision } from '../../../../trip/office/useTripCheck.ts'
import { localOf, shifted } from '../boardRows.ts'
import { askedOf } from '../edit/boardTripCheckInput.ts'
import { type CambioAsked, type Changes, type Done, useSaveCambio } from '../edit/useSaveTripEdit.ts'

type Props = CambioAsked & {
  zona: string
  onClose: () => void
  onSaved: (done: Done) => void
}

const row = { className: 'col-span-full' }
const oneOf = (what: string) => {
  const unknown = `Elige un ${what} de la lista.`
  return { ...row, unknown, needed: unknown }
}

const fields = {
  camion_id: choice('Camión', sources.camiones, () => '', oneOf('camión')),
  chofer_id: choice('Piloto', sources.choferes, () => '', oneOf('piloto')),
  fecha: typedDate('Día'),
  hora: typedHour('Hora de salida'),
  estado: select('Estado', rutaEstados, row),
  motivo_excepcion: {
    ...typedText(motivo.label, row),
    // Asked for until one is typed.
    Input: (field) => (
      <TextInput field={{ ...field, error: field.error ?? (field.value ? undefined : motivo.asked) }} />
    ),
  } satisfies FieldSpec<string>,
}
type Name = keyof typeof fields

const schema = z
  .object({
    camion_id: bodyId(),
    chofer_id: bodyId(),
    fecha: date(),
    hora: hour(),
    estado: z.enum(rutaEstados),
    motivo_excepcion: optionalText(200),
  })
  .partial()

const asks: Record<CambioAsked['cambio'], { title: string; names: readonly Name[] }> = {
  camion: { title: 'Cambiar camión', names: ['camion_id'] },
  piloto: { title: 'Cambiar piloto', names: ['chofer_id'] },
  hora: { title: 'Mover a las', names: ['fecha', 'hora'] },
  estado: { title: 'Cambiar estado', names: ['estado'] },
  mover: { title: 'Mover', names: ['camion_id', 'chofer_id', 'fecha', 'hora'] },
}

/** Reads the trip anew, because a change is sent with all of it. */
export function CambioDialog(props: Props) {
  const { viaje, cambio, onClose } = props
  const answer = useEndpoint('GET /api/rutas/:id', { params: { id: viaje.id } })
  const title = `${asks[cambio].title}: ${viaje.no_ruta}`
  if (!answer.data)
    return <DialogLoading title={title} failed="Error al cargar la ruta" of={answer} onClose={onClose} />
  return <CambioForm {...props} title={title} ruta={answer.data.data} />
}

type FormProps = Props & { title: string; ruta: Ruta }

function valuesOf({ viaje, zona, to, ruta }: FormProps) {
  const [fecha = '', hora = ''] = (to?.start ?? localOf(viaje.desde, zona)).split(' ')
  return {
    camion_id: to?.camion ?? { id: ruta.camion_id, text: ruta.camion_placa },
    chofer_id: to?.piloto ?? { id: ruta.chofer_id, text: viaje.piloto },
    fecha,
    hora,
    estado: ruta.estado,
  }
}

/** What the form changes of the trip; null while something is missing. */
function changesOf(form: Pick<Form, 'valueOf'>, { viaje, zona, ruta }: FormProps): Changes | null {
  const [camion_id, chofer_id] = [idIn(form, 'camion_id'), idIn(form, 'chofer_id')]
  const [fecha, hora] = [textIn(form, 'fecha'), parseHora(textIn(form, 'hora'))]
  if (camion_id === null || chofer_id === null || !isRealDate(fecha) || hora === null) return null
  const [start, begins] = [localOf(viaje.desde, zona), `${fecha} ${hora}`]
  return { camion_id, chofer_id, ...(begins !== start && shifted(ruta, start, begins)) }
}

function CambioForm(props: FormProps) {
  const { title, viaje, cambio, ruta, zona, to, onClose, onSaved } = props
  const excepts = mayExcept(useSession())
  const [values] = useState<ReturnType<typeof valuesOf> & Form['values']>(() => valuesOf(props))
  const askedIn = (form: Pick<Form, 'valueOf'>) => {
    const changes = changesOf(form, props)
    return changes && askedOf(ruta, changes)
  }
  const refusedFor = (avisos: Refused['avisos'], form: Pick<Form, 'valueOf'>): Refused => ({
    avisos,
    of: revisionKey(askedIn(form)),
  })
  const [refused, setRefused] = useState(
    () => props.refused && refusedFor(props.refused, { valueOf: (name) => values[name] }),
  )
  const { change, changeEstado } = useSaveCambio(zona)
  const names = [...asks[cambio].names, ...(refused && excepts ? (['motivo_excepcion'] as const) : [])]
  const save = async ({ estado, motivo_excepcion }: z.output<typeof schema>, form: Form) => {
    const done = estado
      ? await changeEstado(viaje, estado)
      : await change(viaje, ruta, {
          ...changesOf(form, props),
          ...(motivo_excepcion && { motivo_excepcion }),
        })
    onSaved(done)
    return done
  }
  return (
    <DialogForm
      title={title}
      fields={Object.fromEntries(names.map((name) => [name, fields[name]]))}
      schema={schema}
      stored={{ values, version: undefined }}
      layout="grid-cols-2 gap-x-4"
      // Where it was dragged to is not saved yet.
      touched={to !== undefined}
      save={(body, _key, form) => save(body, form)}
      failed="No se cambió la ruta"
      refused={({ avisos }, form) => avisos && setRefused(refusedFor(avisos, form))}
      told={null}
      onClose={onClose}
    >
      {(form) => cambio !== 'estado' && <Revision asked={askedIn(form)} refused={refused} />}
    </DialogForm>
  )
}

interface Refused {
  avisos: Parameters<typeof Avisos>[0]['avisos']
  /** The trip that it was refused for. */
  of: string
}

function Revision({ asked, refused }: { asked: PlannedViaje | null; refused: Refused | undefined }) {
  const { key, ...told } = useRevision(asked)
  const avisos = refused?.of === key ? refused.avisos : told.avisos
  return (
    <div aria-live="polite" className="col-span-full">
      {avisos && <Avisos avisos={avisos} />}
    </div>
  )
}
