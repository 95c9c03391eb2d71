// One player's line to the referee: hello, one stream for all its tables, and back again after a
// loss.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "paiju/v1/referee.grpc.pb.h"

namespace paiju {

// Why a player stops, and the exit code that says so.
struct Stop : std::runtime_error {
  Stop(int code, const std::string& text) : std::runtime_error(text), code(code) {}
  int code;
};

// A bot: what its seat may know and is asked goes in, an action comes out.
using Act = std::function<v1::Action(const v1::Decision&)>;

// What is to be sent, in messages that are not too long.
using Outbox = std::vector<v1::PlayRequest>;

class Player {
 public:
  // The address is host:port or unix:/path.
  Player(std::string address, const std::string& token, Act act);

  // Plays until the referee ends the stream. Throws Stop.
  void run();

 private:
  using Clock = std::chrono::steady_clock;
  using Stream = grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>;

  // A decision until its verdict: what is answered, and what would do if that is refused.
  struct Asked {
    v1::Action action;
    v1::Action fallback;
  };

  void authorize(grpc::ClientContext& context) const;
  grpc::Status hello(Clock::time_point deadline);
  grpc::Status attach();
  void read(const v1::PlayResponse& frame, Outbox& outbox);
  void ask(const v1::Decision& decision, Outbox& outbox);
  void judge(const v1::Verdict& verdict, Outbox& outbox);
  void check(const grpc::Status& status) const;
  std::chrono::milliseconds window() const;

  std::string address_;
  std::string token_;
  Act act_;
  std::unique_ptr<v1::RefereeService::Stub> referee_;
  std::map<std::pair<std::string, uint32_t>, Asked> asked_;
  std::map<std::string, uint32_t> reconnect_ms_;
  bool draining_ = false;
  bool held_ = false;  // the last stream brought a frame, or did not fail soon
};

}  // namespace paiju
