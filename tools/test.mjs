// Plain syntax on purpose: an old Node must be able to parse this file, to print the message.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `Firstyear needs Node 20 or newer, but this is Node ${process.versions.node}. Get a newer one at https://nodejs.org/ and start again.`,
  );
  process.exit(1);
}
import('./bootstrap/launch.mjs').then(({ launch }) => launch('test'));
