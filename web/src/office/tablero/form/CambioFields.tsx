import { rutaEstados } from '@flota/contract/estados.ts'
import { Combobox } from '../../../form/Combobox.tsx'
import { camiones, choferes } from '../../../form/catalogos.ts'
import { parseHora } from '../../../form/parse.ts'
import { SelectField } from '../../../form/SelectField.tsx'
import { DateField, TypedField } from '../../../form/TypedField.tsx'
import { Field, inputClass } from '../../../ui/Field.tsx'
import { motivo } from '../../../viaje/office/motivo.ts'
import type { Asked } from '../useCambio.tsx'
import type { useTyped } from './useTyped.ts'

const choices = {
  camion: { label: 'Camión', name: 'camion_id', source: camiones },
  piloto: { label: 'Piloto', name: 'chofer_id', source: choferes },
}

/** Asks for the reason until one is typed. */
export function Motivo({
  typed: [value, onChange],
  error,
}: {
  typed: readonly [string, (typed: string) => void]
  error: string | undefined
}) {
  return (
    <Field label={motivo.label} error={error ?? (value ? undefined : motivo.asked)}>
      {(control) => (
        <input
          {...control}
          name="motivo_excepcion"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          autoComplete="off"
          className={inputClass}
        />
      )}
    </Field>
  )
}

interface FieldsProps {
  cambio: Asked['cambio']
  typed: ReturnType<typeof useTyped>
  campos: Readonly<Record<string, string | undefined>>
}

/** What a change asks for. */
export function CambioFields({ cambio, typed, campos }: FieldsProps) {
  if (cambio === 'estado') return <EstadoField typed={typed} campos={campos} />
  return (
    <>
      {cambio !== 'hora' &&
        (cambio === 'mover' ? (['camion', 'piloto'] as const) : [cambio]).map((each) => (
          <ChoiceField key={each} of={each} typed={typed} campos={campos} />
        ))}
      {(cambio === 'hora' || cambio === 'mover') && <HoraFields typed={typed} campos={campos} />}
    </>
  )
}

type FieldProps = Omit<FieldsProps, 'cambio'>

function EstadoField({ typed, campos }: FieldProps) {
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

const HoraFields = ({ typed, campos }: FieldProps) => (
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

function ChoiceField({ of, typed, campos }: FieldProps & { of: keyof typeof choices }) {
  const { label, name, source } = choices[of]
  const [value, onChange] = typed.choice[of]
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
