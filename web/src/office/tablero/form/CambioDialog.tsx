import { isRealDate } from '@flota/contract/calendario.ts'
import { type RutaEstado, rutaEstados } from '@flota/contract/estados.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { useEndpoint, useEndpointWhile } from '../../../api/cache/queries.ts'
import { Combobox } from '../../../form/Combobox.tsx'
import { camiones, choferes } from '../../../form/catalogos.ts'
import { parseHora } from '../../../form/parse.ts'
import { SelectField } from '../../../form/SelectField.tsx'
import { DateField, TypedField } from '../../../form/TypedField.tsx'
import type { Choice } from '../../../form/useCombobox.ts'
import { useSettled } from '../../../form/useSettled.ts'
import { FormModal } from '../../../shell/FormModal.tsx'
import { Avisos } from '../../../viaje/office/Avisos.tsx'
import { DialogLoading } from '../../parts/form/DialogLoading.tsx'
import type { Cambio } from '../BloqueMenu.tsx'
import type { Done } from '../Deshacer.tsx'
import { localOf, shifted, type Viaje } from '../day.ts'
import { useSaveCambio } from './useSaveCambio.ts'

interface Props {
  viaje: Viaje
  cambio: Cambio
  zona: string
  onClose: () => void
  onSaved: (done: Done) => void
  refresh: () => void
}

const titles: Record<Cambio, string> = {
  camion: 'Cambiar camión',
  piloto: 'Cambiar piloto',
  hora: 'Mover a las',
  estado: 'Cambiar estado',
}

/** Reads the trip anew, because a change is sent with all of it. */
export function CambioDialog(props: Props) {
  const { viaje, cambio, onClose } = props
  const answer = useEndpoint('GET /api/rutas/:id', { params: { id: viaje.id } })
  const title = `${titles[cambio]}: ${viaje.no_ruta}`
  if (!answer.data)
    return <DialogLoading title={title} failed="Error al cargar la ruta" of={answer} onClose={onClose} />
  return <CambioForm {...props} title={title} ruta={answer.data.data} />
}

const choices = {
  camion: { label: 'Camión', source: camiones },
  piloto: { label: 'Piloto', source: choferes },
}

/** What the fields hold, and what of the route it changes. */
function useTyped({ viaje, zona, ruta }: Pick<Props, 'viaje' | 'zona'> & { ruta: Ruta }) {
  const start = localOf(viaje.desde, zona)
  const [camion, setCamion] = useState<Choice>({ id: ruta.camion_id, text: ruta.camion_placa })
  const [piloto, setPiloto] = useState<Choice>({ id: ruta.chofer_id, text: viaje.piloto })
  const [dia, setDia] = useState(start.slice(0, 10))
  const [hora, setHora] = useState(start.slice(11))
  const [estado, setEstado] = useState(ruta.estado)
  const time = parseHora(hora)
  const to = isRealDate(dia) && time ? `${dia} ${time.slice(0, 5)}` : null
  const wrong: Record<string, string> = {
    ...(camion.id === null && { camion_id: 'Elige un camión de la lista.' }),
    ...(piloto.id === null && { chofer_id: 'Elige un piloto de la lista.' }),
    ...(!isRealDate(dia) && { fecha: dia ? sentences.wrongDate : sentences.required }),
    ...(!time && { hora: hora ? 'Escribe una hora, por ejemplo 8:30.' : sentences.required }),
  }
  const changes =
    camion.id !== null && piloto.id !== null && to
      ? {
          camion_id: camion.id,
          chofer_id: piloto.id,
          ...(to === start ? { fecha: ruta.fecha, hora: ruta.hora.slice(0, 5) } : shifted(ruta, start, to)),
        }
      : null
  return {
    choice: { camion: [camion, setCamion], piloto: [piloto, setPiloto] },
    dia: [dia, setDia],
    hora: [hora, setHora],
    // Chosen from the words themselves.
    estado: [estado as RutaEstado, setEstado],
    wrong,
    changes,
    changed:
      camion.id !== ruta.camion_id || piloto.id !== ruta.chofer_id || to !== start || estado !== ruta.estado,
  } as const
}

function CambioForm({ title, ruta, ...props }: Props & { title: string; ruta: Ruta }) {
  const { viaje, cambio, onClose, onSaved, refresh } = props
  const typed = useTyped({ ...props, ruta })
  const { change, changeEstado } = useSaveCambio(viaje, ruta, refresh)
  const [done, setDone] = useState<Done>()
  const save = async () => {
    const result =
      cambio === 'estado' ? await changeEstado(typed.estado[0]) : await change(typed.changes ?? {})
    setDone(result)
    onSaved(result)
    return result
  }
  return (
    <FormModal
      title={title}
      onClose={onClose}
      changed={typed.changed && !done}
      check={() => typed.wrong}
      save={save}
      told={() => undefined}
      failureOf={(cause) => ({ title: 'No se cambió la ruta', detail: cause })}
    >
      {(campos) => (
        <>
          <CambioFields cambio={cambio} typed={typed} campos={campos} />
          {cambio !== 'estado' && <Revision ruta={ruta} changes={typed.changes} />}
        </>
      )}
    </FormModal>
  )
}

interface FieldsProps {
  cambio: Cambio
  typed: ReturnType<typeof useTyped>
  campos: Readonly<Record<string, string | undefined>>
}

function CambioFields({ cambio, typed, campos }: FieldsProps) {
  if (cambio === 'estado') {
    const [estado, setEstado] = typed.estado
    const words = rutaEstados.map((word) => [word, word] as const)
    return (
      <SelectField
        label="Estado"
        name="estado"
        value={estado}
        words={words}
        onChange={setEstado}
        error={campos.estado}
      />
    )
  }
  if (cambio === 'hora')
    return (
      <div className="grid grid-cols-2 items-start gap-4">
        <DateField
          required
          name="fecha"
          label="Día"
          value={typed.dia[0]}
          onChange={typed.dia[1]}
          error={campos.fecha}
        />
        <TypedField
          required
          name="hora"
          label="Hora de salida"
          value={typed.hora[0]}
          onChange={typed.hora[1]}
          parse={parseHora}
          show={(value) => parseHora(value) ?? value}
          error={campos.hora}
        />
      </div>
    )
  const { label, source } = choices[cambio]
  const [value, onChange] = typed.choice[cambio]
  const name = cambio === 'camion' ? 'camion_id' : 'chofer_id'
  return (
    <Combobox
      required
      label={label}
      name={name}
      value={value}
      onChange={onChange}
      useSearch={source.useSearch}
      error={campos[name]}
    />
  )
}

/** What would speak against the trip as it is typed. */
function Revision({ ruta, changes }: { ruta: Ruta; changes: ReturnType<typeof useTyped>['changes'] }) {
  const { cliente_id, ayudante_id, origen, destino, servicio, mercaderia, duracion_min, estado } = ruta
  const isOpen = estado === 'Pendiente' || estado === 'En curso'
  const asked = isOpen &&
    changes && {
      cliente_id,
      ayudante_id,
      origen,
      destino,
      servicio,
      mercaderia,
      duracion_min,
      ...changes,
      ruta_id: ruta.id,
    }
  const body = useSettled(asked, JSON.stringify(asked))
  const answer = useEndpointWhile('POST /api/rutas/revision', body ? { body } : null)
  return <div aria-live="polite">{asked && answer.data && <Avisos avisos={answer.data.data.avisos} />}</div>
}
