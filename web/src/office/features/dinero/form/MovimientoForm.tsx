import '@flota/contract/core/zodConfig.ts'
import { type Movimiento, movimientos } from '@flota/contract/money/movimientos.ts'
import { type MovimientoTipo, movimientoTipos, tipoWords } from '@flota/contract/records/dinero.ts'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useToday } from '../../../../api/useToday.ts'
import type { Values } from '../../../../form/FieldSpec.ts'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { lastListAddress } from '../../../../list/lastAddress.ts'
import { useClose } from '../../../../ui/navigationGuard.ts'
import { usePendingPhotos } from '../../../shared/detail/form/usePendingPhotos.tsx'
import { printRecibo } from '../../../shared/export/printFile.ts'
import { describeGastoError } from '../../../shared/movimientos/form/gastoFields.tsx'
import { moneyReturnPages } from '../../../shared/movimientos/hrefs.ts'
import { movimientoName, movimientoWords } from '../../../shared/movimientos/movimientoTexts.ts'
import { movimientoFields } from './movimientoFields.tsx'

/** The form of a stored movement, or of a new one (`?registro=anticipo&piloto=7&ruta=12`). */
export function MovimientoForm({ which }: { which: string }) {
  const leave = useClose()
  const [{ back }] = useState(() => ({ back: lastListAddress('/dinero') }))
  const onClose = () => leave(back.includes('registro=') ? '/dinero' : back, moneyReturnPages)
  const tipo = movimientoTipos.find((each) => each === which)
  if (tipo) return <NewFromAddress tipo={tipo} onClose={onClose} />
  return (
    <RecordForm
      calls={movimientos}
      id={which}
      fields={movimientoFields}
      words={movimientoWords}
      nameOf={movimientoName}
      initialFocus="monto"
      layout="gap-x-6 md:grid-cols-2 xl:grid-cols-4"
      refusal={(error) => describeGastoError(error, 'Error al actualizar el movimiento')}
      onClose={onClose}
    />
  )
}

const isId = (text: string | null): text is string => /^[1-9]\d*$/.test(text ?? '')

/** Reads a new movement's values from the address and loads the pilot's name before it shows the form. */
function NewFromAddress(props: { tipo: MovimientoTipo; onClose: () => Promise<void> }) {
  const [search] = useSearchParams()
  const hoy = useToday()
  const piloto = search.get('piloto')
  if (!hoy) return null
  if (isId(piloto)) return <NewForPilot {...props} hoy={hoy} id={piloto} />
  return <NewMovimientos {...props} start={initialValues(search, hoy)} />
}

function NewForPilot({ id, hoy, ...props }: Omit<Props, 'start'> & { id: string; hoy: string }) {
  const [search] = useSearchParams()
  const text = recordSources.choferes.useName(id)
  if (!text) return null
  return (
    <NewMovimientos
      {...props}
      start={{ ...initialValues(search, hoy), chofer_id: { id: Number(id), text } }}
    />
  )
}

function initialValues(search: URLSearchParams, hoy: string): Values {
  const [ruta, no_ruta, monto] = ['ruta', 'no_ruta', 'monto'].map((name) => search.get(name))
  return {
    fecha: hoy,
    ...(isId(ruta ?? null) && no_ruta && { ruta_id: { id: Number(ruta), text: no_ruta } }),
    ...(monto && { monto }),
  }
}

interface Props {
  tipo: MovimientoTipo
  start: Values
  onClose: () => Promise<void>
}

/** The receiver of the money signs a receipt. */
const hasRecibo = (tipo: MovimientoTipo) => tipo !== 'gasto' && tipo !== 'cargo' && tipo !== 'abono'

/** Offers the next expense of the same pilot and trip; after other movements, to print the receipt. */
function NewMovimientos({ start, ...props }: Props) {
  const [round, setRound] = useState({ count: 0, start })
  const next = (saved: Movimiento) => setRound({ count: round.count + 1, start: nextValues(saved) })
  // The key gives each round its own photos.
  return <NewMovimientoForm key={round.count} {...props} start={round.start} onNext={next} />
}

function NewMovimientoForm(props: Props & { onNext: (saved: Movimiento) => void }) {
  const { tipo, start, onNext, onClose } = props
  const fotos = usePendingPhotos()
  const print = ({ id }: Movimiento) => {
    void printRecibo(id)
    void onClose()
  }
  return (
    <RecordForm
      calls={movimientos}
      id={null}
      fields={movimientoFields}
      words={{ ...movimientoWords, create: tipoWords[tipo] }}
      nameOf={movimientoName}
      start={{ ...start, tipo }}
      draft={[tipo, ...Object.values(start).map((value) => JSON.stringify(value))].join(' ')}
      initialFocus={'chofer_id' in start ? (tipo === 'gasto' ? 'concepto' : 'monto') : 'chofer_id'}
      layout="gap-x-6 md:grid-cols-2 xl:grid-cols-4"
      refusal={(error) => describeGastoError(error, 'Error al guardar el movimiento')}
      touched={fotos.touched}
      afterSave={({ id }) => fotos.send('movimientos', id)}
      nextAction={{
        label: hasRecibo(tipo) ? 'Imprimir recibo' : `Otro ${tipo}`,
        act: (_, saved) => (hasRecibo(tipo) ? print(saved) : onNext(saved)),
      }}
      onClose={onClose}
    >
      <div className="col-span-full">{fotos.field}</div>
    </RecordForm>
  )
}

const nextValues = ({ chofer_id, piloto, ruta_id, no_ruta, fecha, paga }: Movimiento): Values => ({
  fecha,
  chofer_id: { id: chofer_id, text: piloto ?? '' },
  ruta_id: { id: ruta_id, text: no_ruta ?? '' },
  ...(paga && { paga }),
})
