import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import type { FacturaListada } from '@flota/contract/money/facturas.ts'
import { facturaName } from '@flota/contract/records/facturas.ts'
import { X } from 'lucide-react'
import type { InputProps, Line, Value } from '../../../../form/FieldSpec.ts'
import { IconButton } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { parseAmount } from '../../../../ui/parseAmount.ts'
import { TextField } from '../../../../ui/TextField.tsx'
import { sumAmounts } from '../../../shared/moneyLists.ts'

type Props = InputProps<readonly Line[]> & { facturas: readonly FacturaListada[] }

export const linesIn = (value: Value | undefined): readonly Line[] =>
  // Of the arrays only lines have objects.
  Array.isArray(value) ? (value as unknown[]).filter((each): each is Line => typeof each === 'object') : []

/** What the payment pays and withholds of each invoice. */
export function AplicacionesInput({ value, onChange, error, facturas }: Props) {
  const change = (changed: Line) =>
    onChange(value.map((line) => (line.factura_id === changed.factura_id ? changed : line)))
  const remove = (removed: Line) => onChange(value.filter((line) => line !== removed))
  return (
    <div className="grid gap-4">
      <Totals lines={value} />
      {value.map((line) => {
        const factura = facturas.find(({ id }) => String(id) === line.factura_id)
        return (
          factura && (
            <AplicacionLine
              key={factura.id}
              line={line}
              factura={factura}
              onChange={change}
              {...(value.length > 1 && { onRemove: () => remove(line) })}
            />
          )
        )
      })}
      {error && (
        <p role="alert" tabIndex={-1} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** Returns 0 for text that is no amount; the schema rejects it. */
const amountIn = (line: Line, name: string) => Number(parseAmount(line[name] ?? '')) || 0
const withheldIn = (line: Line) =>
  sumAmounts([amountIn(line, 'retencion_iva'), amountIn(line, 'retencion_isr')])

function Totals({ lines }: { lines: readonly Line[] }) {
  const paid = sumAmounts(lines.map((line) => amountIn(line, 'monto')))
  const withheld = sumAmounts(lines.map(withheldIn))
  return (
    <output className="flex flex-wrap items-baseline justify-between gap-x-6">
      <strong className="text-2xl">Cobro {formatQuetzales(paid)}</strong>
      <span className="text-muted">Retenido {formatQuetzales(withheld)}</span>
    </output>
  )
}

interface LineProps {
  line: Line
  factura: FacturaListada
  onChange: (line: Line) => void
  onRemove?: () => void
}

const lineFields = [
  ['monto', 'Monto (Q)'],
  ['retencion_iva', 'Retención IVA (Q)'],
  ['constancia_iva', 'Constancia IVA'],
  ['retencion_isr', 'Retención ISR (Q)'],
  ['constancia_isr', 'Constancia ISR'],
] as const

function AplicacionLine({ line, factura, onChange, onRemove }: LineProps) {
  const { saldo, vence } = factura
  const name = facturaName(factura)
  const rest = sumAmounts([saldo, -amountIn(line, 'monto'), -withheldIn(line)])
  return (
    <fieldset className="min-w-0 rounded-ui border border-line p-3">
      <legend className="sr-only">Factura {name}</legend>
      <div className="mb-2 flex flex-wrap items-center gap-x-4">
        <p className="flex-1 basis-48 font-semibold">
          {name}
          <span className="ml-3 font-normal text-muted">Vence {formatFecha(vence)}</span>
        </p>
        <p className="tabular-nums max-md:order-2">Saldo {formatQuetzales(saldo)}</p>
        <p
          className={cx('tabular-nums max-md:order-2', rest < 0 ? 'font-semibold text-danger' : 'text-muted')}
        >
          {rest < 0 ? `Pasa del saldo por ${formatQuetzales(-rest)}` : `Queda ${formatQuetzales(rest)}`}
        </p>
        {onRemove && (
          <IconButton label={`Quitar ${name}`} onClick={onRemove} className="max-md:order-1">
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-5">
        {lineFields.map(([field, label]) => (
          <TextField
            key={field}
            name={`${field}_${factura.id}`}
            label={label}
            value={line[field] ?? ''}
            autoComplete="off"
            {...(field.startsWith('constancia')
              ? { maxLength: 60 }
              : { inputMode: 'decimal' as const, className: 'text-right' })}
            onChange={(typed) => onChange({ ...line, [field]: typed })}
          />
        ))}
      </div>
    </fieldset>
  )
}
