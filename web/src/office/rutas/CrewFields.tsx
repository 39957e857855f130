import type { Ruta } from '@flota/contract/rutas.ts'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { sources } from '../../choices/sources.ts'
import { Combobox } from '../../form/Combobox.tsx'
import type { Choice } from '../../form/FieldSpec.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { ayudanteOf, pilotoOf } from '../../viaje/words.ts'

const fields = [
  { name: 'camion_id', label: 'Camión', source: sources.camiones },
  { name: 'chofer_id', label: 'Piloto', source: sources.choferes },
  { name: 'ayudante_id', label: 'Ayudante', source: sources.ayudantes },
] as const

export type Crew = Readonly<Record<(typeof fields)[number]['name'], Choice>>

/** Who makes a trip, and with what. */
export const crewOf = (ruta: Ruta): Crew => ({
  camion_id: { id: ruta.camion_id, text: ruta.camion_placa },
  chofer_id: { id: ruta.chofer_id, text: pilotoOf(ruta) },
  ayudante_id: { id: ruta.ayudante_id, text: ruta.ayudante_id === null ? '' : ayudanteOf(ruta) },
})

interface Props {
  crew: Crew
  onChange: (crew: Crew) => void
  campos: Readonly<Record<string, string | undefined>>
}

/** Another truck, pilot or helper, for who asks for it; in sight where one of them is refused. */
export function CrewFields({ crew, onChange, campos }: Props) {
  const [asked, setAsked] = useState(false)
  const open = asked || fields.some(({ name }) => campos[name])
  return (
    <div className="grid gap-3">
      <Button aria-expanded={open} onClick={() => setAsked(!open)} className="justify-self-start">
        Con otro camión o piloto
        <ChevronDown aria-hidden="true" className={cx('-mr-1.5 size-4.5', open && 'rotate-180')} />
      </Button>
      {open &&
        fields.map(({ name, label, source }) => (
          <Combobox
            key={name}
            name={name}
            label={label}
            required={name !== 'ayudante_id'}
            useSearch={source.useSearch}
            value={crew[name]}
            onChange={(value) => onChange({ ...crew, [name]: value })}
            error={campos[name]}
            placeholder={name === 'ayudante_id' ? 'Sin ayudante' : undefined}
          />
        ))}
    </div>
  )
}
