// The key that the page was given in this browser tab is used here as well.
const key = sessionStorage.getItem("headwater.key");
const ui = window.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  onComplete: () => {
    if (key) ui.preauthorizeApiKey("key", key);
  },
});
