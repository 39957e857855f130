import Download from 'lucide-react/icons/download'
import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'

/** Chrome on Android offers the installation with this event. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

declare global {
  interface Window {
    /** Set by public/preload.js if the browser has offered it before the page was ready. */
    installEvent?: InstallEvent
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallEvent
  }
}

export function InstallButton() {
  const [offer, setOffer] = useState(() => window.installEvent)
  useEffect(() => {
    const take = (event: InstallEvent) => {
      event.preventDefault()
      setOffer(event)
    }
    window.addEventListener('beforeinstallprompt', take)
    return () => window.removeEventListener('beforeinstallprompt', take)
  }, [])
  if (!offer) return null
  const install = () => {
    // The browser shows each offer once.
    delete window.installEvent
    setOffer(undefined)
    void offer.prompt().catch(() => undefined)
  }
  return (
    <Button onClick={install} className="py-3 text-base">
      <Download className="size-5" />
      Instalar en este teléfono
    </Button>
  )
}
