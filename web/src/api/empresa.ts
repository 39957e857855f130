import { useEffect, useState } from 'react'
import { call } from './call.ts'

let asked: Promise<string> | undefined

const ask = () => {
  asked ??= call('GET /api/config').then(({ data }) => data.empresa)
  return asked
}

/** The company's name as the server is configured; empty until it is known. */
export function useEmpresa() {
  const [empresa, setEmpresa] = useState('')
  useEffect(() => {
    ask().then(setEmpresa, () => {
      // A label is not worth a message: the next screen asks again.
      asked = undefined
    })
  }, [])
  return empresa
}
