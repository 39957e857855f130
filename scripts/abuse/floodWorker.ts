import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

// Holds `count` connections open and sends `payload` over each. Reopens closed ones at once.

export interface FloodOptions {
  port: number
  count: number
  localAddress: string
  payload: string
}

const { port, count, localAddress, payload } = workerData as FloodOptions

/** Connections being opened at the same time. More would only fill the kernel's backlog. */
const maxPendingConnections = 500
let opening = 0
let open = 0
let openedCount = 0

function openConnections() {
  while (opening < maxPendingConnections && opening + open < count) openConnection()
}

function openConnection() {
  opening += 1
  let isOpen = false
  const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
    isOpen = true
    opening -= 1
    open += 1
    if (++openedCount === count) parentPort?.postMessage('all opened')
    socket.write(payload)
    openConnections()
  })
  socket.pause()
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (isOpen) open -= 1
    else opening -= 1
    setImmediate(openConnections)
  })
}

// Keeps the thread alive: paused sockets do not.
setInterval(() => undefined, 60_000)
openConnections()
