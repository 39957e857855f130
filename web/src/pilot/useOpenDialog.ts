import { useEffect, useState } from 'react'
import { openDraft } from '../api/drafts.ts'
import { getSession } from '../api/session.ts'
import type { DialogName, Draft } from './dialogs/dialogProps.ts'
import type { MiRuta, MisRutas } from './misRutas.ts'

interface OpenDialog {
  name: DialogName
  ruta: MiRuta
  draft?: Draft | undefined
}

/** Keeps the name of a dialog that was open when a session ended: the next login may reload the page. */
const interrupted = (username: string) =>
  openDraft<{ name: DialogName; rutaId: number }>(username, '/piloto-rutas')

/** The open dialog. One that the end of a session has closed opens again after the login of the same user. */
export function useOpenDialog(username: string, lectura: MisRutas | null) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const [isRestored, setRestored] = useState(false)
  if (lectura && !isRestored) {
    setRestored(true)
    const before = interrupted(username).read()
    const ruta = [...lectura.rutas, ...(lectura.ultimas ?? [])].find(({ id }) => id === before?.rutaId)
    if (before && ruta) setOpenDialog({ name: before.name, ruta })
  }
  useEffect(() => {
    if (isRestored) interrupted(username).drop()
  }, [isRestored, username])
  useEffect(
    () => () => {
      if (openDialog && !getSession())
        interrupted(username).keep({ name: openDialog.name, rutaId: openDialog.ruta.id })
    },
    [openDialog, username],
  )
  return [openDialog, setOpenDialog] as const
}
