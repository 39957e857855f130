import '@flota/contract/core/zodConfig.ts'
import { isRealDate } from '@flota/contract/core/calendar.ts'
import { bodyId, date, hour, optionalText } from '@flota/contract/core/values.ts'
import { rutaEstados } from '@flota/contract/records/estados.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { useState } from 'react'
import { z } from 'zod'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import { useSession } from '../../../../api/session.ts'
import { useToday } from '../../../../api/useToday.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { DialogLoading } from '../../../../form/DialogLoading.tsx'
import type { FieldSpec, Form } from '../../../../form/FieldSpec.ts'
import { dateField, hourField, selectField, TextInput, textField } from '../../../../form/fields.tsx'
import { parseHora } from '../../../../form/parseInput.ts'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { idIn, textIn } from '../../../../form/validate.ts'
import { confirmDelivery } from '../../../../trip/office/confirmDelivery.ts'
import { rutaNameText } from '../../../../trip/office/rutaNameText.ts'
import { TripWarnings } from '../../../../trip/office/TripWarnings.tsx'
import {
  canSaveException,
  exceptionReason,
  type TripCheckInput,
  tripCheckKey,
  useTripCheck,
} from '../../../../trip/office/useTripCheck.ts'
import { localOf, shiftStart } from '../boardRows.ts'
import {
  boardTripCheckInput,
  type TripChanges,
  type TripEditRequest,
  type TripEditResult,
  useSaveTripEdit,
} from '../edit/useSaveTripEdit.ts'

type Props = TripEditRequest & { zona: string; onClose: () => void; onSaved: (done: TripEditResult) => void }

const fullWidth = { className: 'col-span-full' }
const mustBeListed = (what: string) => {
  const message = `Elige un ${what} de la lista.`
  return { ...fullWidth, unknownMessage: message, requiredMessage: message }
}

const fields = {
  camion_id: recordField('Camión', recordSources.camiones, () => '', mustBeListed('camión')),
  chofer_id: recordField('Piloto', recordSources.choferes, () => '', mustBeListed('piloto')),
  fecha: dateField('Día'),
  hora: hourField('Hora de salida'),
  estado: selectField('Estado', rutaEstados, fullWidth),
  motivo_excepcion: {
    ...textField(exceptionReason.label, fullWidth),
    // The prompt stays until the user types a reason.
    Input: (field) => (
      <TextInput
        field={{ ...field, error: field.error ?? (field.value ? undefined : exceptionReason.prompt) }}
      />
    ),
  } satisfies FieldSpec<string>,
}
type FieldName = keyof typeof fields

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

const formsByKind: Record<TripEditRequest['cambio'], { title: string; names: readonly FieldName[] }> = {
  camion: { title: 'Cambiar camión', names: ['camion_id'] },
  piloto: { title: 'Cambiar piloto', names: ['chofer_id'] },
  hora: { title: 'Mover a las', names: ['fecha', 'hora'] },
  estado: { title: 'Cambiar estado', names: ['estado'] },
  mover: { title: 'Mover', names: ['camion_id', 'chofer_id', 'fecha', 'hora'] },
}

/** Loads the current trip, because PUT sends all its fields. */
export function TripEditDialog(props: Props) {
  const { viaje, cambio, onClose } = props
  const answer = useEndpoint('GET /api/rutas/:id', { params: { id: viaje.id } })
  const title = `${formsByKind[cambio].title}: ${viaje.no_ruta}`
  if (!answer.data)
    return (
      <DialogLoading title={title} errorTitle="Error al cargar la ruta" query={answer} onClose={onClose} />
    )
  return <TripEditForm {...props} title={title} ruta={answer.data.data} />
}

type TripEditFormProps = Props & { title: string; ruta: Ruta }

function initialValues({ viaje, zona, to, ruta }: TripEditFormProps) {
  const [fecha = '', hora = ''] = (to?.start ?? localOf(viaje.desde, zona)).split(' ')
  return {
    camion_id: to?.camion ?? { id: ruta.camion_id, text: ruta.camion_placa },
    chofer_id: to?.piloto ?? { id: ruta.chofer_id, text: viaje.piloto },
    fecha,
    hora,
    estado: ruta.estado,
  }
}

/** Returns the changes of the form, null while a field is invalid. */
function formChanges(
  form: Pick<Form, 'valueOf'>,
  { viaje, zona, ruta }: TripEditFormProps,
): TripChanges | null {
  const [camion_id, chofer_id] = [idIn(form, 'camion_id'), idIn(form, 'chofer_id')]
  const [fecha, hora] = [textIn(form, 'fecha'), parseHora(textIn(form, 'hora'))]
  if (camion_id === null || chofer_id === null || !isRealDate(fecha) || hora === null) return null
  const [start, begins] = [localOf(viaje.desde, zona), `${fecha} ${hora}`]
  return { camion_id, chofer_id, ...(begins !== start && shiftStart(ruta, start, begins)) }
}

function TripEditForm(props: TripEditFormProps) {
  const { title, viaje, cambio, ruta, zona, to, onClose, onSaved } = props
  const canExcept = canSaveException(useSession())
  const [values] = useState<ReturnType<typeof initialValues> & Form['values']>(() => initialValues(props))
  const checkInput = (form: Pick<Form, 'valueOf'>) => {
    const changes = formChanges(form, props)
    return changes && boardTripCheckInput(ruta, changes)
  }
  const rejectionFor = (avisos: RejectedEdit['avisos'], form: Pick<Form, 'valueOf'>): RejectedEdit => ({
    avisos,
    of: tripCheckKey(checkInput(form)),
  })
  const [rejection, setRejection] = useState(
    () => props.avisos && rejectionFor(props.avisos, { valueOf: (name) => values[name] }),
  )
  const { change, changeEstado } = useSaveTripEdit(zona)
  const names = [
    ...formsByKind[cambio].names,
    ...(rejection && canExcept ? (['motivo_excepcion'] as const) : []),
  ]
  const hoy = useToday()
  const save = async ({ estado, motivo_excepcion }: z.output<typeof schema>, form: Form) => {
    if (estado && !(await confirmDelivery(estado, [ruta], hoy))) return null
    const done = estado
      ? await changeEstado(viaje, ruta, estado)
      : await change(viaje, ruta, {
          ...formChanges(form, props),
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
      above={<p className="col-span-full text-sm wrap-anywhere text-muted">{rutaNameText(ruta)}</p>}
      // The dragged position counts as an unsaved change.
      touched={to !== undefined}
      save={(body, _key, form) => save(body, form)}
      errorTitle="No se cambió la ruta"
      onRejected={({ avisos }, form) => avisos && setRejection(rejectionFor(avisos, form))}
      resultType={null}
      onClose={onClose}
    >
      {(form) => cambio !== 'estado' && <TripCheck input={checkInput(form)} rejection={rejection} />}
    </DialogForm>
  )
}

interface RejectedEdit {
  avisos: Parameters<typeof TripWarnings>[0]['avisos']
  /** Key of the trip that the server rejected. */
  of: string
}

interface TripCheckProps {
  input: TripCheckInput | null
  rejection: RejectedEdit | undefined
}

function TripCheck({ input, rejection }: TripCheckProps) {
  const { key, ...check } = useTripCheck(input)
  const avisos = rejection?.of === key ? rejection.avisos : check.avisos
  return (
    <div aria-live="polite" className="col-span-full">
      {avisos && <TripWarnings avisos={avisos} />}
    </div>
  )
}
