import '@flota/contract/core/zodConfig.ts'
import { weekdays } from '@flota/contract/core/dates.ts'
import { formatCampo } from '@flota/contract/records/campos.ts'
import { restricciones } from '@flota/contract/trips/restricciones.ts'
import type { FieldSpec, FieldsOf, InputProps } from '../../../../form/FieldSpec.ts'
import { dateField, hourField, textareaField, textField } from '../../../../form/fields.tsx'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import type { OverlayFormProps } from '../../../../list/listWithForm.tsx'
import { errorWithTitle } from '../../../shared/form/errorWithTitle.ts'
import { yesNoField } from '../../../shared/form/yesNoField.ts'

function DiasInput({ label, value, onChange, error, hint }: InputProps<readonly number[]>) {
  const toggle = (day: number, on: boolean) =>
    onChange(on ? [...value, day].sort((a, b) => a - b) : value.filter((each) => each !== day))
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="font-semibold">{label}</legend>
      {weekdays.map((name, index) => (
        <label key={name} className="flex min-h-10 items-center gap-2 max-md:min-h-11">
          <input
            type="checkbox"
            checked={value.includes(index + 1)}
            onChange={({ target }) => toggle(index + 1, target.checked)}
            className="size-5 accent-link"
          />
          {name}
        </label>
      ))}
      {error && <p className="w-full text-sm text-danger">{error}</p>}
      {hint && <p className="w-full text-sm text-muted">{hint}</p>}
    </fieldset>
  )
}

const diasField: FieldSpec<readonly number[], number[] | null> = {
  label: 'Días de la semana',
  Input: DiasInput,
  empty: [],
  read: (stored) => stored ?? [],
  send: (value) => value,
  format: (value) => formatCampo('dias_semana', value),
  className: 'col-span-full',
  heading: {
    title: 'Cuándo',
    note: 'Sin días es un solo periodo, de la primera fecha a la última. Con días, las horas valen cada uno de ellos; las fechas pueden faltar.',
  },
}

const palabrasField: FieldSpec<string, string[] | null> = {
  ...textareaField('Palabras exentas', { className: 'md:col-span-2' }),
  read: (stored) => stored?.join(', ') ?? '',
  send: (typed) =>
    typed
      .split(/[,\n]/)
      .map((word) => word.trim())
      .filter(Boolean),
  heading: {
    title: 'Qué carga sí puede',
    note: 'Separadas por comas, por ejemplo: Alimentos, Medicina. Un viaje con una de ellas en su mercadería está exento.',
  },
}

/** A single period needs its dates, a weekly restriction its hours. */
const requiredWhen = (
  field: ReturnType<typeof dateField>,
  weekly: boolean,
  options: { className?: string } = {},
) => ({
  ...field,
  ...options,
  Input: (props: InputProps<string>) => {
    const { dias_semana } = props.form.values
    const isWeekly = Array.isArray(dias_semana) && dias_semana.length > 0
    return <field.Input {...props} required={isWeekly === weekly} />
  },
})

const fields = {
  nombre: textField('Nombre', { className: 'md:col-span-2' }),
  activo: yesNoField('Activa'),
  dias_semana: diasField,
  desde: requiredWhen(dateField('Desde'), false),
  hora_desde: requiredWhen(hourField('Hora desde'), true),
  hasta: requiredWhen(dateField('Hasta'), false, { className: 'xl:col-start-1' }),
  hora_hasta: requiredWhen(hourField('Hora hasta'), true),
  palabras_exentas: palabrasField,
  nota: textareaField('Nota', { className: 'col-span-full', max: 2000 }),
} satisfies FieldsOf<typeof restricciones>

const words = {
  create: 'Ingresar Restricción',
  edit: 'Editar Restricción',
  singular: 'Restricción',
  loadOne: 'Error al cargar los datos de la restricción',
}

export function RestriccionForm({ id, onClose }: OverlayFormProps) {
  return (
    <RecordForm
      calls={restricciones}
      id={id}
      fields={fields}
      words={words}
      nameOf={({ nombre }) => nombre}
      refusal={errorWithTitle(id ? 'Error al actualizar la restricción' : 'Error al crear la restricción')}
      onClose={onClose}
    />
  )
}
