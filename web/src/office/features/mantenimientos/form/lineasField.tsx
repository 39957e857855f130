import { formatCantidad, formatQuetzales } from '@flota/contract/core/format.ts'
import { type LineaValues, maxLineas } from '@flota/contract/fleet/lineas.ts'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { FieldSpec, InputProps, Line } from '../../../../form/FieldSpec.ts'
import { numberField } from '../../../../form/fields.tsx'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { parseAmount } from '../../../../ui/parseAmount.ts'
import { TextField } from '../../../../ui/TextField.tsx'
import { sumAmounts } from '../../../shared/moneyLists.ts'

const emptyLine: Line = { descripcion: '', cantidad: '1', precio: '' }

export const toLines = (lineas: readonly LineaValues[]): readonly Line[] =>
  lineas.length === 0
    ? [emptyLine]
    : lineas.map(({ descripcion, cantidad, precio }) => ({
        descripcion,
        cantidad: formatCantidad(cantidad),
        precio: precio.toFixed(2),
      }))

const { send: parseNumber } = numberField('')

const isEmpty = ({ descripcion = '', precio = '' }: Line) => descripcion.trim() === '' && precio.trim() === ''

/** Lines without a description and a price are not sent. */
const typedLines = (lines: readonly Line[]) => lines.filter((line) => !isEmpty(line))

/** Work and parts. The total of each line and of all follow the typing. */
export const lineasField: FieldSpec<readonly Line[]> = {
  label: 'Trabajo y repuestos',
  empty: [],
  className: 'col-span-full',
  read: () => [],
  send: (lines) =>
    typedLines(lines).map(({ descripcion = '', cantidad = '', precio = '' }) => ({
      descripcion: descripcion.trim(),
      cantidad: parseNumber(cantidad),
      precio: parseNumber(precio),
    })),
  format: (lines) => typedLines(lines).map(lineText).join('; '),
  validate: (lines) => lines.map(lineError).find(Boolean),
  Input: LineasInput,
}

/** Returns 0 for text that is no number; `lineError` rejects it. */
const numberIn = (line: Line, name: string) => Number(parseAmount(line[name] ?? '')) || 0

const totalOf = (line: Line) => Math.round(numberIn(line, 'cantidad') * numberIn(line, 'precio') * 100) / 100

const lineText = (line: Line) => `${line['descripcion']} ${formatQuetzales(totalOf(line))}`

/** Names the line: the schema's message would not. */
function lineError(line: Line, index: number) {
  const { descripcion = '', cantidad = '', precio = '' } = line
  if (isEmpty(line)) return undefined
  const where = `Línea ${index + 1}: `
  if (descripcion.trim() === '') return `${where}escribe la descripción.`
  if (!/^\d+(\.\d{1,3})?$/.test(parseAmount(cantidad)) || Number(parseAmount(cantidad)) === 0)
    return `${where}escribe una cantidad de 0.001 a 9999.999.`
  return /^\d+(\.\d{1,2})?$/.test(parseAmount(precio)) ? undefined : `${where}escribe el precio.`
}

function LineasInput({ value, onChange, error }: InputProps<readonly Line[]>) {
  const list = useRef<HTMLUListElement>(null)
  const change = (changed: Line, index: number) =>
    onChange(value.map((line, each) => (each === index ? changed : line)))
  const remove = (index: number) => onChange(value.filter((_, each) => each !== index))
  const add = () => {
    // Before the next key arrives.
    flushSync(() => onChange([...value, emptyLine]))
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }
  return (
    <div className="grid gap-3">
      <ul ref={list} className="grid gap-3">
        {value.map((line, index) => (
          <LineInputs
            key={index}
            line={line}
            index={index}
            onChange={(changed) => change(changed, index)}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      {error && (
        <p role="alert" tabIndex={-1} className="text-sm text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        {value.length < maxLineas && (
          <Button onClick={add} className="max-md:w-full">
            <Plus aria-hidden="true" className="size-4.5" />
            Agregar línea
          </Button>
        )}
        <output className="ml-auto text-lg font-bold">
          Total {formatQuetzales(sumAmounts(value.map(totalOf)))}
        </output>
      </div>
    </div>
  )
}

interface LineProps {
  line: Line
  index: number
  onChange: (line: Line) => void
  onRemove: () => void
}

const lineInputs = [
  ['descripcion', 'Descripción', { maxLength: 200 }],
  ['cantidad', 'Cantidad', { inputMode: 'decimal', className: 'text-right' }],
  ['precio', 'Precio (Q)', { inputMode: 'decimal', className: 'text-right' }],
] as const

const LineInputs = ({ line, index, onChange, onRemove }: LineProps) => (
  <li className="grid grid-cols-2 items-end gap-x-3 gap-y-2 max-md:rounded-ui max-md:border max-md:border-line max-md:p-3 max-md:*:first:col-span-full md:grid-cols-[minmax(0,1fr)_7rem_9rem_8rem_auto]">
    {lineInputs.map(([name, label, input]) => (
      <TextField
        key={name}
        {...input}
        name={`${name}_${index}`}
        label={label}
        value={line[name] ?? ''}
        autoComplete="off"
        onChange={(typed) => onChange({ ...line, [name]: typed })}
      />
    ))}
    <output className="min-h-10 py-2 text-right font-semibold tabular-nums max-md:text-left">
      {formatQuetzales(totalOf(line))}
    </output>
    <IconButton label={`Quitar la línea ${index + 1}`} onClick={onRemove} className="justify-self-end">
      <X aria-hidden="true" />
    </IconButton>
  </li>
)
