import { formatMomento } from '@flota/contract/core/format.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import type { Anotacion } from '@flota/contract/reports/bitacora.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useConfig } from '../../../api/config.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { footedSheetClass, Modal, sheetFooterClass } from '../../../ui/Modal.tsx'
import { RecordName } from './ChangeText.tsx'
import { accionWords, changeSentence, tipoWords } from './changeSentence.ts'
import { cambiosHref } from './hrefs.ts'

/** Shows a log entry with its IP address and request id. */
export function AnotacionDialog({ row, onClose }: { row: Anotacion; onClose: () => void }) {
  const { tipo, registro_id, nombre, momento: when, motivo, direccion, peticion } = row
  const zona = useConfig()?.zona
  const { actor, changes } = changeSentence(row, false, zona)
  const parts: [string, ReactNode][] = [
    ['Fecha y hora', zona ? formatMomento(when, zona) : '…'],
    ['Usuario', actor],
    ['Acción', accionWords[row.accion]],
    ['Tipo', tipoWords[tipo]],
    ['Registro', nombre && <RecordName row={row} name={nombre} />],
    ['Viaje', row.viaje && tripNameText(row.viaje)],
    ['Motivo', motivo && <span className="whitespace-pre-line">{motivo}</span>],
    ['Dirección', direccion],
    ['Petición', peticion],
  ]
  return (
    <Modal
      fromTop
      title="Detalle del cambio"
      onClose={onClose}
      className={cx(footedSheetClass, 'max-w-2xl!')}
    >
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {parts
          .filter(([, value]) => Boolean(value))
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      {changes.length > 0 && (
        <table className="mt-5 w-full table-fixed border-t border-line text-left max-md:text-sm">
          <caption className="sr-only">Lo que cambió</caption>
          <thead>
            <tr className="*:py-2 *:pr-3 *:font-normal *:text-muted">
              <th scope="col">Dato</th>
              <th scope="col">Antes</th>
              <th scope="col">Después</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ campo, antes, despues }) => (
              <tr
                key={campo}
                className="*:border-t *:border-line *:py-2 *:pr-3 *:align-top *:wrap-anywhere *:whitespace-pre-line"
              >
                <th scope="row" className="font-semibold">
                  {campo}
                </th>
                <td>{antes}</td>
                <td>{despues}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={cx(sheetFooterClass, 'mt-4 justify-end max-md:*:flex-1')}>
        {registro_id !== null && (
          <Link href={cambiosHref(tipo, registro_id)} onClick={onClose} className={buttonClass()}>
            Todo lo de este registro
          </Link>
        )}
        <Button onClick={onClose}>Cerrar</Button>
      </div>
    </Modal>
  )
}
