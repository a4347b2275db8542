// The whole of Hydrogen, as its package on npm brings it, for a session that is given in the local storage.
import { Client, createNavigation, createRouter, FeatureSet, LoadStatus, Platform, RootViewModel } from "hydrogen-view-sdk";

const platform = new Platform({
  container: document.body,
  assetPaths: {
    downloadSandbox: "assets/download-sandbox.html",
    serviceWorker: "sw.js",
    worker: "assets/main.js",
    olm: { wasm: "olm.wasm", wasmBundle: "olm.js", legacyBundle: "olm_legacy.js" },
  },
  config: { defaultHomeServer: "", themeManifests: [] },
  options: { development: false },
});
const navigation = createNavigation();
platform.setNavigation(navigation);
await platform.init();
const [session] = await platform.sessionInfoStorage.getAll();
if (!session) {
  const client = new Client(platform);
  await client.startWithAuthData(JSON.parse(localStorage.getItem("given")));
  await client.loadStatus.waitFor((status) => [LoadStatus.Ready, LoadStatus.Error].includes(status)).promise;
  if (client.loadError) throw client.loadError;
  location.reload();
} else {
  const urlRouter = createRouter({ navigation, history: platform.history });
  urlRouter.attach();
  const features = await FeatureSet.load(platform.settingsStorage);
  const root = new RootViewModel({ platform, urlRouter, navigation, features });
  await root.load();
  platform.createAndMountRootView(root);
  window.session = session.id;
}
